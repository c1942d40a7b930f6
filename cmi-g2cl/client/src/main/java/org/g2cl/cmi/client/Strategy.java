package org.g2cl.cmi.client;

import java.util.List;

/**
 * Preference among servers, applied before a {@link Policy} chooses. One object serves one bean,
 * all threads.
 *
 * <p>Named in the settings by {@code NoStrategy} or {@code LocalPreference}, as in CMI, or by the
 * name of a public class with a public constructor without parameters.
 */
@FunctionalInterface
public interface Strategy {
  /**
   * Keeps the preferred servers.
   *
   * @param servers not empty
   * @return some of them, or none for no preference
   */
  List<Location> prefer(List<Location> servers);
}
