package net.sf.jgcs;

import java.net.SocketAddress;
import java.util.List;

/** View: the members of a group at one time, and what changed since the view before; immutable. */
public interface Membership {
  /** All members; the rank of a member is its index. */
  List<SocketAddress> getMembershipList();

  /** Identity of this view. */
  MembershipID getMembershipID();

  /**
   * Rank of this member.
   *
   * @throws InvalidStateException when this member is not in the view
   */
  int getLocalRank() throws InvalidStateException;

  /** Rank of the coordinator, the same at all members. */
  int getCoordinatorRank();

  /** Rank of a member, or -1 when it is not in the view. */
  int getMemberRank(SocketAddress peer);

  /** Address of the member of that rank, or null when there is none. */
  SocketAddress getMemberAddress(int rank);

  /** Members that are new in this view; never null. */
  List<SocketAddress> getJoinedMembers();

  /** Members that left on their own will since the view before; never null. */
  List<SocketAddress> getLeavedMembers();

  /** Members that failed, or went for a reason unknown, since the view before; never null. */
  List<SocketAddress> getFailedMembers();

  /**
   * Tells whether this view unites groups that had been apart, so that their states may differ.
   *
   * <p>An addition to jGCS 0.8. The members of the other parts are among the joined ones. Engines
   * that cannot know it say no.
   */
  default boolean isMerge() {
    return false;
  }
}
