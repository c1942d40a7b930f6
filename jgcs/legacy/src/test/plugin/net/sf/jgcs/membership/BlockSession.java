package net.sf.jgcs.membership;

public interface BlockSession extends MembershipSession {
  void blockOk() throws net.sf.jgcs.NotJoinedException, net.sf.jgcs.JGCSException;

  boolean isBlocked() throws net.sf.jgcs.NotJoinedException;

  void setBlockListener(BlockListener listener) throws net.sf.jgcs.JGCSException;
}
