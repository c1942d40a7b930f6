package net.sf.jgcs.spi;

import java.net.SocketAddress;
import java.util.List;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipID;

/**
 * View as plain lists; its coordinator is the first member.
 *
 * <p>An addition to jGCS 0.8. Immutable: the lists are copied.
 */
public final class ViewMembership implements Membership {
  private final MembershipID id;
  private final SocketAddress local;
  private final List<SocketAddress> members;
  private final List<SocketAddress> joined;
  private final List<SocketAddress> left;
  private final List<SocketAddress> failed;
  private final boolean merged;

  /** Creates a view of the member {@code local} that is no merge. */
  public ViewMembership(
      MembershipID id,
      SocketAddress local,
      List<? extends SocketAddress> members,
      List<? extends SocketAddress> joined,
      List<? extends SocketAddress> left,
      List<? extends SocketAddress> failed) {
    this(id, local, members, joined, left, failed, false);
  }

  /**
   * Creates a view of the member {@code local}.
   *
   * @param members in the order of rank, the coordinator first
   * @param joined members that the view before did not have
   * @param left members of the view before that left on their own will
   * @param failed all others that are gone
   * @param merged whether it unites groups that had been apart
   */
  public ViewMembership(
      MembershipID id,
      SocketAddress local,
      List<? extends SocketAddress> members,
      List<? extends SocketAddress> joined,
      List<? extends SocketAddress> left,
      List<? extends SocketAddress> failed,
      boolean merged) {
    this.id = id;
    this.local = local;
    this.members = List.copyOf(members);
    this.joined = List.copyOf(joined);
    this.left = List.copyOf(left);
    this.failed = List.copyOf(failed);
    this.merged = merged;
  }

  @Override
  public List<SocketAddress> getMembershipList() {
    return members;
  }

  @Override
  public MembershipID getMembershipID() {
    return id;
  }

  @Override
  public int getLocalRank() throws InvalidStateException {
    int rank = members.indexOf(local);
    if (rank < 0) {
      throw new InvalidStateException(local + " is not a member of view " + this);
    }
    return rank;
  }

  @Override
  public int getCoordinatorRank() {
    return 0;
  }

  @Override
  public int getMemberRank(SocketAddress peer) {
    return peer == null ? -1 : members.indexOf(peer);
  }

  @Override
  public SocketAddress getMemberAddress(int rank) {
    return rank < 0 || rank >= members.size() ? null : members.get(rank);
  }

  @Override
  public List<SocketAddress> getJoinedMembers() {
    return joined;
  }

  @Override
  public List<SocketAddress> getLeavedMembers() {
    return left;
  }

  @Override
  public List<SocketAddress> getFailedMembers() {
    return failed;
  }

  @Override
  public boolean isMerge() {
    return merged;
  }

  @Override
  public String toString() {
    return "%s %s joined=%s left=%s failed=%s%s"
        .formatted(id, members, joined, left, failed, merged ? " merged" : "");
  }
}
