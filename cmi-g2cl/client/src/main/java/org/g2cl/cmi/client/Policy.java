package org.g2cl.cmi.client;

import java.util.List;

/**
 * Choice of a server for a call that is bound to none: a creation, a lookup, or a call of a bean
 * without state. One object serves one bean, all threads.
 *
 * <p>Named in the settings by {@code RoundRobin}, {@code Random}, {@code FirstAvailable}, as in
 * CMI, or by the name of a public class with a public constructor without parameters.
 */
@FunctionalInterface
public interface Policy {
  /**
   * Chooses one of the servers. Asked again with the rest when the one chosen does not answer.
   *
   * @param servers not empty, those that a {@link Strategy} preferred
   */
  Location choose(List<Location> servers);
}
