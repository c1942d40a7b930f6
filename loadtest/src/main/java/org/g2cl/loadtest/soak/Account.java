package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.audit.Harm;

/**
 * What came of a soak that was not interrupted.
 *
 * @param peak requests a second that the bed was able to answer before
 * @param perSecond requests a second that were due
 * @param due requests that were due until its end, sent or not
 * @param answered those of them that got a good answer
 * @param failed those that got another, or none
 * @param harm what was done to carts and orders
 */
record Account(double peak, double perSecond, long due, long answered, long failed, Harm harm) {
  static final List<String> COLUMNS =
      List.of(
          "peakPerSecond",
          "duePerSecond",
          "due",
          "answered",
          "failed",
          "lostUpdates",
          "duplicateUpdates",
          "ordersMissing",
          "ordersDuplicated",
          "ordersUnexpected",
          "cartsLost");
  private static final double PERCENT = 100;
  private static final int HARM = 5;

  static Account of(double peak, double perSecond, Recording recording, Harm harm) {
    Tally all = recording.all();
    return new Account(peak, perSecond, recording.due(), all.answered(), all.failed(), harm);
  }

  static Account of(List<String> row) {
    long[] harm = row.subList(HARM, row.size()).stream().mapToLong(Long::parseLong).toArray();
    return new Account(
        Double.parseDouble(row.get(0)),
        Double.parseDouble(row.get(1)),
        Long.parseLong(row.get(2)),
        Long.parseLong(row.get(3)),
        Long.parseLong(row.get(4)),
        new Harm(harm[0], harm[1], harm[2], harm[3], harm[4], harm[5]));
  }

  /** Part of the requests due that got no good answer, failed or never sent, in percent. */
  double percentWithoutAnswer() {
    return PERCENT * (due - answered) / due;
  }

  List<String> row() {
    return List.of(
        String.format(Locale.ROOT, "%.1f", peak),
        String.format(Locale.ROOT, "%.1f", perSecond),
        "" + due,
        "" + answered,
        "" + failed,
        "" + harm.lostUpdates(),
        "" + harm.duplicateUpdates(),
        "" + harm.ordersMissing(),
        "" + harm.ordersDuplicated(),
        "" + harm.ordersUnexpected(),
        "" + harm.cartsLost());
  }
}
