package net.sf.jgcs.membership;

public interface Membership {
  java.util.List<java.net.SocketAddress> getMembershipList();

  MembershipID getMembershipID();

  int getLocalRank() throws net.sf.jgcs.NotJoinedException;

  int getCoordinatorRank();

  int getMemberRank(java.net.SocketAddress peer);

  java.net.SocketAddress getMemberAddress(int rank);

  java.util.List<java.net.SocketAddress> getJoinedMembers();

  java.util.List<java.net.SocketAddress> getLeavedMembers();

  java.util.List<java.net.SocketAddress> getFailedMembers();
}
