package org.g2cl;

/** Reason why this member is no longer in its group. */
public enum Departure {
  /** It left on its own will. */
  LEFT,
  /** The group put it out; it may join again, and some engines do so by themselves. */
  EXCLUDED
}
