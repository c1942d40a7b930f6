package org.g2cl.propagation;

/** Outcomes where no transaction decides about updates. */
final class NoOutcomeLog implements OutcomeLog {
  static final OutcomeLog INSTANCE = new NoOutcomeLog();

  private NoOutcomeLog() {}

  @Override
  public boolean settle(SessionId session, RequestId request, long epoch) {
    return true;
  }

  @Override
  public boolean bar(SessionId session, RequestId request, long epoch) {
    return false;
  }
}
