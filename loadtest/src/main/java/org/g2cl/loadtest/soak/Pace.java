package org.g2cl.loadtest.soak;

/**
 * Moments at which requests are due. A response time counts from then, also when the client is late
 * because an earlier answer was: otherwise a stall would show as one slow request.
 *
 * @param begin of the first client's first request, {@link System#nanoTime()}
 * @param interval from a request of a client to its next, nanoseconds; 0 for at once
 * @param clients over which they are spread evenly
 */
record Pace(long begin, long interval, int clients) {
  private static final double SECOND = 1e9;

  /** Each client's next request is due when its last one is answered. */
  static Pace asFastAsAnswersCome() {
    return new Pace(System.nanoTime(), 0, 1);
  }

  /** So many requests a second by all clients together. */
  static Pace of(double perSecond, int clients, long begin) {
    return new Pace(begin, Math.round(SECOND * clients / perSecond), clients);
  }

  /**
   * When a request is due.
   *
   * @param client its number, from 0
   * @param request its number, from 0
   * @param now the present
   */
  long due(int client, long request, long now) {
    return interval == 0 ? now : begin + interval * client / clients + interval * request;
  }

  /**
   * How many requests of a client were due until a moment, that moment included; 0 without pace,
   * where none is due before the last is answered.
   *
   * @param client its number, from 0
   */
  long dueUntil(int client, long moment) {
    long since = moment - due(client, 0, moment);
    return interval == 0 || since < 0 ? 0 : since / interval + 1;
  }
}
