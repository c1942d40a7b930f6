package org.g2cl.loadtest.chaos;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** What the history says of one cart: its writes by their outcomes, and its last audit. */
final class CartRecord {
  private static final int AUDIT_FIELDS = 6;

  private final String name;
  private final BiConsumer<Violation.Kind, String> violations;
  private final BitSet acknowledged = new BitSet();
  private final BitSet refused = new BitSet();
  private final BitSet unknown = new BitSet();
  private final BitSet acknowledgedCheckouts = new BitSet();
  private final BitSet possibleCheckouts = new BitSet();
  private String id = "";
  private long greatestSeen;
  private boolean closing;
  private boolean differs;
  private boolean gone;
  private Operation lastRead;

  CartRecord(String name, BiConsumer<Violation.Kind, String> violations) {
    this.name = name;
    this.violations = violations;
  }

  void add(Operation operation) {
    if (operation.outcome() == Outcome.GONE && !closing) {
      gone = true;
      violate(
          Violation.Kind.SESSION_LOST,
          "%s of sequence %d at %s was told that the session does not exist"
              .formatted(operation.act(), operation.sequence(), seconds(operation)));
    }
    switch (operation.act()) {
      case CREATE -> id = operation.outcome() == Outcome.OK ? operation.result() : "";
      case READ -> read(operation);
      case CLOSE -> closing = true;
      default -> write(operation);
    }
  }

  private void write(Operation operation) {
    lastRead = null; // what was read before it is no audit
    int sequence = (int) operation.sequence();
    switch (operation.outcome()) {
      case OK -> acknowledged.set(sequence);
      case FAIL -> refused.set(sequence);
      default -> unknown.set(sequence);
    }
    if (operation.act() == Act.CHECKOUT) {
      if (operation.outcome() == Outcome.OK) {
        acknowledgedCheckouts.set(sequence);
      } else if (operation.outcome() != Outcome.FAIL) {
        possibleCheckouts.set(sequence);
      }
    }
  }

  private void read(Operation operation) {
    lastRead = operation;
    if (operation.outcome() != Outcome.OK) {
      return;
    }
    String[] fields = operation.result().split(" ", -1);
    long seen = Long.parseLong(fields[0]);
    long least = Math.max(greatestSeen, acknowledged.length() - 1);
    if (seen < least) {
      violate(
          Violation.Kind.WENT_BACK,
          "the read at %s saw sequence %d, after %d was acknowledged or seen"
              .formatted(seconds(operation), seen, least));
    }
    greatestSeen = Math.max(greatestSeen, seen);
    if (fields.length > AUDIT_FIELDS) {
      checkBook(operation, fields);
    }
  }

  private void checkBook(Operation read, String[] fields) {
    String writes = fields[1] + " writes up to sequence " + fields[0];
    String booked = fields[AUDIT_FIELDS + 1] + " writes up to sequence " + fields[AUDIT_FIELDS];
    if (!writes.equals(booked) && !differs) {
      differs = true;
      violate(
          Violation.Kind.BEANS_DIFFER,
          "the read at %s saw %s, of which its book has %s"
              .formatted(seconds(read), writes, booked));
    }
  }

  /** Id of the cart, or empty when its creation was not acknowledged. */
  String id() {
    return id;
  }

  /** Writes that were acknowledged. */
  int acknowledged() {
    return acknowledged.cardinality();
  }

  /** Holds the cart's own account, its last audit, against the history. */
  void checkAudit() {
    if (lastRead == null || lastRead.outcome() != Outcome.OK) {
      if (!gone && acknowledged.cardinality() > 0) {
        unread();
      }
      return;
    }
    String[] fields = lastRead.result().split(" ", -1);
    long last = Long.parseLong(fields[0]);
    long repeats = Long.parseLong(fields[2]);
    long gaps = Long.parseLong(fields[3]);
    BitSet skipped = skipped(fields[4]);
    lost(last, gaps, skipped);
    BitSet untold = untold(last, gaps, skipped);
    doubled(repeats, repeated(fields[5]), late(skipped, untold));
    refused(last, skipped, untold);
  }

  private void unread() {
    if (lastRead == null) {
      violate(
          Violation.Kind.NOT_AUDITED,
          "with %d acknowledged writes it was not read after the last; whether it has them is not known"
              .formatted(acknowledged.cardinality()));
    } else {
      violate(
          Violation.Kind.SESSION_LOST,
          "with %d acknowledged writes it cannot be read at the end: %s"
              .formatted(acknowledged.cardinality(), lastRead.result()));
    }
  }

  private void lost(long last, long gaps, BitSet skipped) {
    BitSet lost = (BitSet) acknowledged.clone();
    BitSet present = new BitSet();
    present.set(0, (int) last + 1);
    present.andNot(skipped);
    lost.andNot(present);
    if (!lost.isEmpty()) {
      violate(Violation.Kind.UPDATE_LOST, "acknowledged writes " + lost + " are not in it");
    }
    long explained = refused.cardinality() + (long) unknown.cardinality();
    if (gaps > explained) {
      violate(
          Violation.Kind.UPDATE_LOST,
          "it skipped %d sequence numbers, of which only %d were refused or unanswered"
              .formatted(gaps, explained));
    }
  }

  /** Numbers that the audit, which names the first skipped ranges only, is silent about. */
  private static BitSet untold(long last, long gaps, BitSet skipped) {
    BitSet untold = new BitSet();
    if (gaps > skipped.cardinality()) {
      untold.set(skipped.length(), (int) last + 1);
    }
    return untold;
  }

  /**
   * A write without an answer may take effect after a later one; the cart counts it as repeated.
   */
  private BitSet late(BitSet skipped, BitSet untold) {
    BitSet late = (BitSet) skipped.clone();
    late.or(untold);
    late.and(unknown);
    return late;
  }

  private void doubled(long repeats, List<Integer> repeated, BitSet late) {
    BitSet left = (BitSet) late.clone();
    BitSet doubled = new BitSet();
    for (int sequence : repeated) {
      if (left.get(sequence)) {
        left.clear(sequence);
      } else {
        doubled.set(sequence);
      }
    }
    if (!doubled.isEmpty() || repeats > late.cardinality()) {
      violate(
          Violation.Kind.UPDATE_DOUBLED,
          "it saw %d sequence numbers again, %s among them, and only the unanswered %s could have come late, once each"
              .formatted(repeats, doubled, late));
    }
  }

  private void refused(long last, BitSet skipped, BitSet untold) {
    BitSet took = (BitSet) refused.clone();
    took.clear((int) last + 1, Math.max((int) last + 1, took.length()));
    took.andNot(skipped);
    took.andNot(untold);
    if (!took.isEmpty()) {
      violate(Violation.Kind.UPDATE_DOUBLED, "refused writes " + took + " took effect");
    }
  }

  /** Holds the rows of the cart's orders against the history. */
  void checkOrders(List<Long> sequences) {
    BitSet once = new BitSet();
    BitSet twice = new BitSet();
    for (long sequence : sequences) {
      (once.get((int) sequence) ? twice : once).set((int) sequence);
    }
    BitSet lost = (BitSet) acknowledgedCheckouts.clone();
    lost.andNot(once);
    if (!lost.isEmpty()) {
      violate(Violation.Kind.ORDER_LOST, "acknowledged checkouts " + lost + " have no row");
    }
    if (!twice.isEmpty()) {
      violate(Violation.Kind.ORDER_DOUBLED, "checkouts " + twice + " have more than one row");
    }
    BitSet unasked = (BitSet) once.clone();
    unasked.andNot(acknowledgedCheckouts);
    unasked.andNot(possibleCheckouts);
    if (!unasked.isEmpty()) {
      violate(
          Violation.Kind.ORDER_DOUBLED,
          "there are rows of " + unasked + ", which were refused or never asked for");
    }
  }

  private static BitSet skipped(String ranges) {
    BitSet skipped = new BitSet();
    if (!ranges.isEmpty()) {
      for (String range : ranges.split(",", -1)) {
        String[] ends = range.split("-", -1);
        skipped.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
      }
    }
    return skipped;
  }

  private static List<Integer> repeated(String numbers) {
    return numbers.isEmpty()
        ? List.of()
        : Arrays.stream(numbers.split(",", -1)).map(Integer::valueOf).toList();
  }

  private void violate(Violation.Kind kind, String text) {
    violations.accept(kind, name + (id.isEmpty() ? "" : " (" + id + ")") + ": " + text);
  }

  private static String seconds(Operation operation) {
    return String.format(Locale.ROOT, "%.3f s", operation.begin() / 1e6);
  }
}
