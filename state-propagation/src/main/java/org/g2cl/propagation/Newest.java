package org.g2cl.propagation;

/** Policy of a group that has none: what age chooses is kept. */
enum Newest implements MergePolicy {
  POLICY;

  @Override
  public boolean prefersSecond(SessionId session, Content one, Content other) {
    return false;
  }
}
