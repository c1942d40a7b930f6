package org.g2cl.loadtest.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.audit.Harm;

/**
 * Outcome of a run in a sentence.
 *
 * @param harm what was done to the carts
 * @param requests requests of the run
 * @param failed requests that failed
 * @param kills nodes killed
 * @param doubts what makes the figures doubtful
 */
record Verdict(Harm harm, long requests, long failed, int kills, List<String> doubts) {
  boolean isHarmless() {
    return harm.isNone() && failed == 0 && doubts.isEmpty();
  }

  String sentence() {
    if (!harm.isNone()) {
      return "Carts were harmed: " + String.join(", ", harms()) + ".";
    }
    String run = String.format(Locale.ROOT, "%,d requests, %s", requests, killed());
    if (failed > 0) {
      return String.format(
          Locale.ROOT, "No cart was harmed, but %,d requests failed (%s).", failed, run);
    }
    return doubts.isEmpty()
        ? "No cart was harmed: " + run + ", no request failed, every write and order kept once."
        : "Not proven (" + run + "): " + String.join("; ", doubts) + ".";
  }

  private String killed() {
    return switch (kills) {
      case 0 -> "no node killed";
      case 1 -> "1 node killed";
      default -> kills + " nodes killed";
    };
  }

  private List<String> harms() {
    List<String> parts = new ArrayList<>();
    add(parts, harm.lostUpdates(), "updates lost");
    add(parts, harm.duplicateUpdates(), "updates repeated");
    add(parts, harm.ordersMissing(), "orders missing");
    add(parts, harm.ordersDuplicated(), "orders written twice");
    add(parts, harm.ordersUnexpected(), "orders that nobody asked for");
    add(parts, harm.cartsLost(), "carts gone");
    return parts;
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }
}
