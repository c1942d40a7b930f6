package org.g2cl.bench.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.report.Target;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Worker;
import org.g2cl.bench.worker.Workers;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Interval;

/**
 * What calls notice while a node joins and takes a copy of every session there is: as after the
 * only other node was lost.
 */
public final class Joiner {
  private static final double MOST_TIMES_P99 = 2;
  private static final double MOST_BYTES = 512;
  private static final int OWNER = 0;
  private static final int JOINER = 1;
  private static final int CLIENT = 2;
  private static final Arguments AS =
      Arguments.of("client", "joiner", "stock", false, "policy", "FirstAvailable");

  private final JoinerSettings settings;
  private final Workers workers;
  private final Consumer<String> progress;
  private final List<Slice> slices = new ArrayList<>();
  private final Histogram during = Load.histogram();
  private final Histogram after = Load.histogram();

  /**
   * Calls of a short time.
   *
   * @param copies copies at the joiner when it ended
   */
  record Slice(String when, double seconds, int copies, long calls, double p50, double p99) {}

  /** Measurement that tells a sentence now and then. */
  public Joiner(JoinerSettings settings, Workers workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
  }

  /** Measures. */
  public Report run() {
    try (Crew crew = workers.start(CLIENT + 1)) {
      progress.accept("starting the node that owns all sessions");
      Nodes nodes = Nodes.startFirst(crew.part(OWNER, CLIENT), settings.engine());
      long empty = heap(crew.worker(OWNER));
      Worker client = crew.worker(CLIENT);
      client.tell(ClientRole.class, "connect", AS.with("servers", nodes.first()));
      int bytes =
          client
              .tell(
                  ClientRole.class,
                  "open",
                  AS.with("sessions", settings.sessions()).with("lines", settings.lines()))
              .asInt();
      progress.accept("%d sessions of %d bytes".formatted(settings.sessions(), bytes));
      return measure(crew, nodes, client, bytes, empty);
    }
  }

  private Report measure(Crew crew, Nodes nodes, Worker client, int bytes, long empty) {
    Worker owner = crew.worker(OWNER);
    Worker joiner = crew.worker(JOINER);
    Histogram alone = Load.histogram();
    slices("alone", client, alone, joiner, rounds());
    long ownerBefore = heap(owner);
    owner.tell(NodeRole.class, "forgetPeak");
    long start = System.nanoTime();
    CompletableFuture<JsonNode> joining = nodes.join(JOINER);
    slices("joins", client, Load.histogram(), null, () -> !joining.isDone());
    joining.join();
    joiner.tell(NodeRole.class, "forgetPeak");
    long joined = System.nanoTime();
    slices("copies", client, during, joiner, () -> copies(joiner) < settings.sessions());
    double seconds = (System.nanoTime() - joined) / 1e9;
    progress.accept("all copies are there, %.0f s after the joiner came".formatted(seconds));
    long ownerPeak = owner.tell(NodeRole.class, "peak").asLong();
    long joinerPeak = joiner.tell(NodeRole.class, "peak").asLong();
    slices("after", client, after, joiner, rounds());
    Heaps heaps = new Heaps(empty, ownerBefore, heap(owner), ownerPeak, heap(joiner), joinerPeak);
    return report(bytes, (joined - start) / 1e9, seconds, heaps);
  }

  /** Bytes, after collections but for the peaks, which hold garbage too. */
  private record Heaps(
      long empty,
      long ownerBefore,
      long ownerAfter,
      long ownerPeak,
      long joinerAfter,
      long joinerPeak) {}

  private BooleanSupplier rounds() {
    int[] left = {settings.slices()};
    return () -> left[0]-- > 0;
  }

  private void slices(
      String when, Worker client, Histogram sum, Worker joiner, BooleanSupplier more) {
    while (more.getAsBoolean()) {
      String encoded =
          client
              .tell(
                  ClientRole.class,
                  "histogram",
                  AS.with("callers", settings.callers())
                      .with("lines", settings.lines())
                      .with("pauseMicros", settings.pauseMicros())
                      .with("millis", settings.sliceMillis()))
              .asText();
      Histogram calls = Load.decode(encoded);
      sum.add(calls);
      slices.add(
          new Slice(
              when,
              settings.sliceMillis() / 1e3,
              joiner == null || when.equals("alone") ? 0 : copies(joiner),
              calls.getTotalCount(),
              calls.getValueAtPercentile(50),
              calls.getValueAtPercentile(99)));
    }
  }

  private static int copies(Worker joiner) {
    return joiner.tell(NodeRole.class, "copies").asInt();
  }

  private static long heap(Worker node) {
    return node.tell(NodeRole.class, "heap").asLong();
  }

  private Report report(int bytes, double joining, double copying, Heaps heaps) {
    double perCopy = (heaps.joinerAfter() - heaps.empty()) / (double) settings.sessions() - bytes;
    return new Report(
            "joiner", "What do calls notice while a joiner takes a copy of every session?")
        .setting("engine", settings.engine())
        .setting("sessions", settings.sessions() + " of " + bytes + " bytes")
        .setting(
            "callers", settings.callers() + ", each pausing for " + settings.pauseMicros() + " µs")
        .setting("slice", settings.sliceMillis() + " ms")
        .figures("slices", slices)
        .figures("heaps", heaps)
        .figures("secondsToJoin", joining)
        .figures("secondsToCopy", copying)
        .table("Calls by what the group does", table())
        .target(calls(during, after))
        .target(target("heap of the joiner per copy, over the state", MOST_BYTES, perCopy))
        .picture("calls", picture())
        .note(
            "The joiner came within %.1f s and had all copies %.1f s later, %.0f a second; g2cl.repairs-per-second bounds that."
                .formatted(joining, copying, settings.sessions() / copying))
        .note(
            "Heap in megabytes: owner %.0f before, %.0f after, at most %.0f in between; joiner %.0f after, at most %.0f; the most with garbage."
                .formatted(
                    heaps.ownerBefore() / 1e6,
                    heaps.ownerAfter() / 1e6,
                    heaps.ownerPeak() / 1e6,
                    heaps.joinerAfter() / 1e6,
                    heaps.joinerPeak() / 1e6))
        .note(
            "Alone, calls wait for no backup; what is compared is with a backup both times. While"
                + " the joiner starts, its JVM takes the same processors: no target is set for"
                + " that. A node's heap without sessions is taken off.");
  }

  private Table table() {
    Table table = new Table("while", "slices", "calls/s", "median, µs", "p99, µs", "worst p99, µs");
    for (String when : List.of("alone", "joins", "copies", "after")) {
      List<Slice> those = slices.stream().filter(slice -> slice.when().equals(when)).toList();
      table.row(
          when,
          those.size(),
          mean(those, slice -> slice.calls() / slice.seconds()),
          mean(those, Slice::p50),
          mean(those, Slice::p99),
          those.stream().mapToDouble(Slice::p99).max().orElse(0));
    }
    return table;
  }

  /** Open when all copies were there before a call was measured. */
  static Target calls(Histogram during, Histogram after) {
    String what = "p99 while copies are made, over p99 afterwards";
    if (during.getTotalCount() == 0 || after.getTotalCount() == 0) {
      return Target.atMostUnmeasured(what, MOST_TIMES_P99);
    }
    double most = during.getValueAtPercentile(99);
    return target(what, MOST_TIMES_P99, most / Math.max(1, after.getValueAtPercentile(99)));
  }

  private static Target target(String what, double bound, double measured) {
    return Target.atMost(what, bound, measured, new Interval(measured, measured));
  }

  private static double mean(List<Slice> slices, ToDoubleFunction<Slice> figure) {
    return slices.stream().mapToDouble(figure).average().orElse(0);
  }

  private LineChart picture() {
    List<Double> seconds = new ArrayList<>();
    double now = 0;
    for (Slice slice : slices) {
      now += slice.seconds();
      seconds.add(now);
    }
    return new LineChart("Calls while a joiner takes all copies", "seconds", "microseconds")
        .line("median", seconds, slices.stream().map(Slice::p50).toList())
        .line("p99", seconds, slices.stream().map(Slice::p99).toList());
  }
}
