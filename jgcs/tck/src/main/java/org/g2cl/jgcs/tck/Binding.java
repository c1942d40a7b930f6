package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;

/** Binding under test: makes protocols that find each other, and kills members. */
public interface Binding extends AutoCloseable {
  /**
   * Creates a protocol whose members meet those of the protocols created before it.
   *
   * @param memberName name for logs
   */
  Protocol createProtocol(String memberName) throws GroupException;

  /** Group that the suite uses. */
  GroupConfiguration group();

  /** Name of the engine, for {@link net.sf.jgcs.Protocols#provider}. */
  String engine();

  /** Settings without which the engine makes no protocol; most need none. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** Whether an address is shown as the name of its member. */
  default boolean namesMembers() {
    return true;
  }

  /** Whether a member that joins again has another address than before. */
  default boolean givesNewAddresses() {
    return true;
  }

  /**
   * Adds a member of {@link #group} that the binding can kill; it may still be joining on return.
   *
   * @return kills the member without a good-bye when it is run
   */
  Runnable addVictim(String memberName) throws Exception;

  /**
   * Adds a member of {@link #group} that the binding can cut off; it may still be joining on
   * return.
   *
   * @return empty when the engine has no merge or the binding no means, which skips the tests of it
   */
  default Optional<Outcast> addOutcast(String memberName) throws Exception {
    return Optional.empty();
  }

  /** Releases everything; called after each test. */
  @Override
  void close() throws IOException;
}
