package org.g2cl;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipID;

/**
 * View of an engine, without those leavers that the engine alone says have left.
 *
 * @param engine the view as the engine told it
 * @param left members that left on their own will
 * @param failed all others that are gone
 */
record ProvedMembership(Membership engine, List<SocketAddress> left, List<SocketAddress> failed)
    implements Membership {

  /** Counts those as failed. */
  static ProvedMembership of(Membership engine, List<SocketAddress> unproved) {
    List<SocketAddress> left = new ArrayList<>(engine.getLeavedMembers());
    left.removeAll(unproved);
    List<SocketAddress> failed = new ArrayList<>(engine.getFailedMembers());
    failed.addAll(unproved);
    return new ProvedMembership(engine, List.copyOf(left), List.copyOf(failed));
  }

  @Override
  public List<SocketAddress> getMembershipList() {
    return engine.getMembershipList();
  }

  @Override
  public MembershipID getMembershipID() {
    return engine.getMembershipID();
  }

  @Override
  public int getLocalRank() throws InvalidStateException {
    return engine.getLocalRank();
  }

  @Override
  public int getCoordinatorRank() {
    return engine.getCoordinatorRank();
  }

  @Override
  public int getMemberRank(SocketAddress peer) {
    return engine.getMemberRank(peer);
  }

  @Override
  public SocketAddress getMemberAddress(int rank) {
    return engine.getMemberAddress(rank);
  }

  @Override
  public List<SocketAddress> getJoinedMembers() {
    return engine.getJoinedMembers();
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
    return engine.isMerge();
  }
}
