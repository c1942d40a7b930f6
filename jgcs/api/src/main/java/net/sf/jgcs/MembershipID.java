package net.sf.jgcs;

import java.io.Serializable;

/** Identity of a view; compared by equality only. */
public interface MembershipID extends Serializable {}
