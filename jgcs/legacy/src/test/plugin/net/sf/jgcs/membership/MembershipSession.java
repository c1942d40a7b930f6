package net.sf.jgcs.membership;

public interface MembershipSession extends net.sf.jgcs.ControlSession {
  Membership getMembership() throws net.sf.jgcs.NotJoinedException;

  MembershipID getMembershipID() throws net.sf.jgcs.NotJoinedException;

  void setMembershipListener(MembershipListener listener);
}
