package net.sf.jgcs;

import java.io.Serializable;

/** Name and settings of a group, in the terms of one binding; compared by value. */
public interface GroupConfiguration extends Serializable {}
