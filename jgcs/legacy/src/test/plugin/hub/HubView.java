package hub;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.membership.Membership;
import net.sf.jgcs.membership.MembershipID;

/** Null where a list is empty, every departure a leave, and the coordinator is the last member. */
final class HubView implements Membership {
  private final long number;
  private final List<SocketAddress> members;
  private final HubView before;
  private final SocketAddress local;

  HubView(long number, List<SocketAddress> members, HubView before, SocketAddress local) {
    this.number = number;
    this.members = members;
    this.before = before;
    this.local = local;
  }

  @Override
  public List<SocketAddress> getMembershipList() {
    return members;
  }

  @Override
  public MembershipID getMembershipID() {
    return new Id(number);
  }

  @Override
  public int getLocalRank() {
    return members.indexOf(local);
  }

  @Override
  public int getCoordinatorRank() {
    return members.size() - 1;
  }

  @Override
  public int getMemberRank(SocketAddress peer) {
    return members.indexOf(peer);
  }

  @Override
  public SocketAddress getMemberAddress(int rank) {
    return members.get(rank);
  }

  @Override
  public List<SocketAddress> getJoinedMembers() {
    return minus(members, before == null ? List.of() : before.members);
  }

  @Override
  public List<SocketAddress> getLeavedMembers() {
    return minus(before == null ? List.of() : before.members, members);
  }

  @Override
  public List<SocketAddress> getFailedMembers() {
    return null;
  }

  private static List<SocketAddress> minus(List<SocketAddress> all, List<SocketAddress> less) {
    List<SocketAddress> rest = new ArrayList<>(all);
    rest.removeAll(less);
    return rest.isEmpty() ? null : rest;
  }

  private record Id(long number) implements MembershipID {
    @Override
    public int compareTo(MembershipID other) {
      return Long.compare(number, ((Id) other).number);
    }
  }
}
