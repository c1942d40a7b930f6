package org.g2cl.loadtest.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.g2cl.loadtest.chaos.Violation.Kind;

/** What came of a run. */
public final class ChaosReport {
  private final ChaosSettings settings;
  private final List<Fault> faults;
  private final List<Violation> violations;
  private final List<Measures.Second> seconds;
  private final Checker checker;
  private final double length;

  ChaosReport(
      ChaosSettings settings,
      List<Fault> faults,
      List<Violation> violations,
      List<Measures.Second> seconds,
      Checker checker,
      double length) {
    this.settings = settings;
    this.faults = List.copyOf(faults);
    this.violations = List.copyOf(violations);
    this.seconds = List.copyOf(seconds);
    this.checker = checker;
    this.length = length;
  }

  /** Whether every promise was kept. */
  public boolean isKept() {
    return violations.isEmpty();
  }

  /** Promises that were not kept. */
  public List<Violation> violations() {
    return violations;
  }

  /** Whether there are violations, and nothing but the time was not as promised. */
  boolean isSlowAlone() {
    return !isKept() && violations.stream().allMatch(violation -> violation.kind().isOfTime());
  }

  /** That nothing was lost or doubled, where all violations are of time; else empty. */
  Optional<String> whatHeld() {
    return isSlowAlone()
        ? Optional.of(
            "Nothing was lost or doubled, it took too long: on a busy machine, that may be the"
                + " machine")
        : Optional.empty();
  }

  List<Fault> faults() {
    return faults;
  }

  List<Measures.Second> seconds() {
    return seconds;
  }

  long seed() {
    return settings.seed();
  }

  /** The outcome in a sentence. */
  public String verdict() {
    String run =
        String.format(
            Locale.ROOT,
            "%s in %.1f minutes, seed %d",
            counted(faults.size(), "fault"),
            length / 60,
            settings.seed());
    if (!isKept()) {
      return counted(violations.size(), "violation") + " (" + run + ").";
    }
    return missing()
        .map(what -> "Every promise was kept, but " + what + " (" + run + ").")
        .orElse("Every promise was kept: " + run + ".");
  }

  /** What a run does not show that was too short, or had other faults asked for. */
  private Optional<String> missing() {
    if (faults.isEmpty()) {
      return Optional.of("no fault was done in this run; give more --minutes, or --kills");
    }
    long thereAndBack = 2L * settings.nodes();
    if (settings.former().isPresent() && exchanges() < thereAndBack) {
      return Optional.of(
          "the upgrade did not come there and back in this run, %d exchanges of %d; give more --minutes, or --kills"
              .formatted(exchanges(), thereAndBack));
    }
    return faults.stream().noneMatch(fault -> fault.kind().closesSockets())
        ? Optional.of("no node was killed in this run; for that give --kills, or more --minutes")
        : Optional.empty();
  }

  private long exchanges() {
    return faults.stream().filter(fault -> fault.kind() == FaultKind.UPGRADE).count();
  }

  private static String counted(int count, String thing) {
    return count == 1 ? "1 " + thing : count + " " + thing + "s";
  }

  /** Figures, each with its meaning as its name. */
  public Map<String, String> figures() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("version", settings.version());
    settings
        .former()
        .ifPresent(
            former ->
                rows.put(
                    "upgrade",
                    "from %s and back, nodes exchanged: %s"
                        .formatted(former, number(exchanges()))));
    rows.put(
        "faults",
        number(faults.size())
            + " in "
            + number(Math.round(length))
            + " s, seed "
            + settings.seed());
    rows.put("nodes", settings.nodes() + ", backups " + settings.backups());
    rows.put("clients", settings.clients() + ", carts " + number(checker.carts()));
    rows.put(
        "calls",
        "%s answered, %s refused, %s without an answer"
            .formatted(
                number(checker.count(Outcome.OK)),
                number(checker.count(Outcome.FAIL)),
                number(checker.count(Outcome.UNKNOWN))));
    rows.put(
        "acknowledged writes lost",
        count(Kind.UPDATE_LOST) + " of " + number(checker.acknowledgedWrites()));
    rows.put("writes doubled", count(Kind.UPDATE_DOUBLED));
    rows.put("reads that went back", count(Kind.WENT_BACK));
    rows.put("sessions lost", count(Kind.SESSION_LOST));
    rows.put("orders lost or doubled", count(Kind.ORDER_LOST) + " or " + count(Kind.ORDER_DOUBLED));
    rows.put("changes of two beans kept by one", count(Kind.BEANS_DIFFER));
    rows.put("copies that differed at rest", count(Kind.COPIES_DIFFER));
    rows.put("not whole in 30 s", count(Kind.NOT_WHOLE));
    rows.put("nodes that ended", count(Kind.NODE_ENDED));
    for (Times times : Times.values()) {
      rows.put(times.row(), times.of(faults));
    }
    return rows;
  }

  private String count(Kind kind) {
    return number(violations.stream().filter(violation -> violation.kind() == kind).count());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Times of the faults of a kind to be whole again. */
  Failovers wholeness(FaultKind kind) {
    return Times.WHOLE.waits(faults.stream().filter(fault -> fault.kind() == kind).toList());
  }

  /** The times among the figures as numbers, by the same names. */
  private Map<String, Map<String, Object>> times() {
    Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
    for (Times times : Times.values()) {
      rows.put(times.row(), times.waits(faults).json());
    }
    return rows;
  }

  /** All of it, for a file. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("verdict", verdict());
    json.put("kept", isKept());
    json.put("version", settings.version());
    settings.former().ifPresent(former -> json.put("former", former));
    json.put("seed", settings.seed());
    json.put("seconds", length);
    json.put("nodes", settings.nodes());
    json.put("backups", settings.backups());
    json.put("clients", settings.clients());
    json.put("figures", figures());
    json.put("times", times());
    json.put("violations", violations);
    json.put("faults", faults);
    json.put("answeredPerSecond", seconds.stream().map(Measures.Second::answered).toList());
    return json;
  }
}
