package org.g2cl.loadtest.report;

/**
 * Ends of a logarithmic axis that have labels, and lie around the data so that each point can be
 * read off between two labels.
 *
 * @param least lower end
 * @param greatest upper end
 * @param decades whether only powers of ten are labelled; else each multiple of one is
 */
record LogarithmicScale(double least, double greatest, boolean decades) {
  /** Decades on which the labels of all multiples, the closest of which are 9 and 10, have room. */
  private static final double ROOM = 1.2;

  /** Keeps what is meant to be a power of ten from the error of its logarithm. */
  private static final double EXACT = 1e-9;

  /**
   * Scale around the data.
   *
   * @param low least value, positive
   * @param high greatest value
   */
  static LogarithmicScale around(double low, double high) {
    double bottom = power(low);
    double least = bottom * Math.floor(low / bottom + EXACT);
    double top = power(high);
    double greatest = top * Math.ceil(high / top - EXACT);
    if (greatest > least && Math.log10(greatest / least) <= ROOM) {
      return new LogarithmicScale(least, greatest, false);
    }
    return new LogarithmicScale(bottom, high > top * (1 + EXACT) ? 10 * top : top, true);
  }

  /** Greatest power of ten that is not above a value. */
  private static double power(double value) {
    return Math.pow(10, Math.floor(Math.log10(value) + EXACT));
  }
}
