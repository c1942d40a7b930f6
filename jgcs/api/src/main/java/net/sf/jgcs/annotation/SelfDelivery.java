package net.sf.jgcs.annotation;

import net.sf.jgcs.Annotation;

/** Hint whether the sender gets its own multicast; {@link #DELIVER} is the default. */
public enum SelfDelivery implements Annotation {
  /** The sender does not get it. */
  DISCARD,
  /** The sender gets it like every other member. */
  DELIVER
}
