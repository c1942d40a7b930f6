package net.sf.jgcs.membership;

public interface MembershipListener {
  void onMembershipChange();

  void onExcluded();
}
