package org.g2cl.cmi.tomee;

import java.net.SocketAddress;
import java.util.List;

/**
 * When states may be written as {@link StateGraphs}: where the container's {@code StateFormat} lets
 * them, and once every member reads them.
 */
record GraphUse(boolean isAllowed, Replication replication) {
  /** As the members of the group have announced. */
  boolean isReadByAll() {
    return replication.everyMemberReads(MemberForms.GRAPHS);
  }

  /** Members that may have to read a state and have not announced that they read these. */
  List<SocketAddress> lacking() {
    return replication.lacking(MemberForms.GRAPHS);
  }
}
