package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.audit.Harm;

/**
 * What came of a soak that was not interrupted.
 *
 * @param peak requests a second that the bed was able to answer before
 * @param perSecond requests a second that were due
 * @param failed requests without a good answer
 * @param harm what was done to carts and orders
 */
record Account(double peak, double perSecond, long failed, Harm harm) {
  static final List<String> COLUMNS =
      List.of(
          "peakPerSecond",
          "duePerSecond",
          "failed",
          "lostUpdates",
          "duplicateUpdates",
          "ordersMissing",
          "ordersDuplicated",
          "ordersUnexpected",
          "cartsLost");
  private static final int HARM = 3;

  static Account of(List<String> row) {
    long[] harm = row.subList(HARM, row.size()).stream().mapToLong(Long::parseLong).toArray();
    return new Account(
        Double.parseDouble(row.get(0)),
        Double.parseDouble(row.get(1)),
        Long.parseLong(row.get(2)),
        new Harm(harm[0], harm[1], harm[2], harm[3], harm[4], harm[5]));
  }

  List<String> row() {
    return List.of(
        String.format(Locale.ROOT, "%.1f", peak),
        String.format(Locale.ROOT, "%.1f", perSecond),
        "" + failed,
        "" + harm.lostUpdates(),
        "" + harm.duplicateUpdates(),
        "" + harm.ordersMissing(),
        "" + harm.ordersDuplicated(),
        "" + harm.ordersUnexpected(),
        "" + harm.cartsLost());
  }
}
