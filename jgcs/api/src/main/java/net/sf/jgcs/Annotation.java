package net.sf.jgcs;

/** Hint on how a message is to be sent; a binding that does not know it ignores it. */
public interface Annotation {}
