package net.sf.jgcs.membership;

public interface MembershipID extends Comparable<MembershipID> {
}
