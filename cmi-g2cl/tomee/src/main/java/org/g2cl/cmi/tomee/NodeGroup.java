package org.g2cl.cmi.tomee;

import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.g2cl.Registration;

/** What an embedded node needs of its membership in the group. */
interface NodeGroup extends Replication, AutoCloseable {
  /**
   * Adds a listener of the locations at which clients are served.
   *
   * @return closed when it is not to be told any more
   */
  Registration addLocationListener(Consumer<List<URI>> listener);

  /** Tells the group that this node serves clients. */
  void announce(URI location);

  /** Hands the sessions over, tells the group that it serves clients no more, and leaves. */
  @Override
  void close();
}
