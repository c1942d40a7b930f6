package org.g2cl.cmi.tomee;

import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/** What an embedded node needs of its membership in the group. */
interface NodeGroup extends Replication, AutoCloseable {
  /** Adds a listener of the locations at which clients are served. */
  void addLocationListener(Consumer<List<URI>> listener);

  /** Tells the group that this node serves clients. */
  void announce(URI location);

  /** Hands the sessions over, tells the group that it serves clients no more, and leaves. */
  @Override
  void close();
}
