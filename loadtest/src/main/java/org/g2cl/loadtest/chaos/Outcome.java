package org.g2cl.loadtest.chaos;

/** What a client knows of a call. */
enum Outcome {
  /** Acknowledged: it took effect, once. */
  OK,
  /** Refused by the bean: it took no effect. */
  FAIL,
  /** No answer: it took effect once or not at all. */
  UNKNOWN,
  /** The session is said not to exist. */
  GONE
}
