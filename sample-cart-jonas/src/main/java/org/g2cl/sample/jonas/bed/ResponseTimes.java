package org.g2cl.sample.jonas.bed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Response times of both systems by number of clients, after the paper's figure 1.
 *
 * <p>Both run at the same time on the same machine and are measured in turns, so that what else the
 * machine does meets both. Before it they are warmed up in turns, until both have {@link Settling
 * settled} or the time for it is over.
 */
final class ResponseTimes {
  private final int[] clients;
  private final double seconds;
  private final int rounds;
  private final double warmUpSeconds;

  /**
   * @param clients numbers of clients
   * @param seconds length of a measurement
   * @param rounds measurements of each number and system
   * @param warmUpSeconds longest load of each system before the first one
   */
  ResponseTimes(int[] clients, double seconds, int rounds, double warmUpSeconds) {
    this.clients = clients.clone();
    this.seconds = seconds;
    this.rounds = rounds;
    this.warmUpSeconds = warmUpSeconds;
  }

  /**
   * Starts both, measures, ends both.
   *
   * @return members {@code warmUp} and {@code load} of a JSON object
   */
  String measure(Path work, Path ours) throws IOException, InterruptedException {
    int most = Arrays.stream(clients).max().getAsInt();
    Map<Kind, LoadSide> sides = new EnumMap<>(Kind.class);
    try {
      for (Kind kind : Kind.values()) {
        sides.put(kind, new LoadSide(kind, work.resolve("load-" + kind), ours, most));
        Comparison.say("%s: %d servers and %d clients are ready", kind, LoadSide.SERVERS, most);
      }
      return "\"warmUp\":" + warmUp(sides, most) + ",\"load\":" + measure(sides);
    } finally {
      sides.values().forEach(LoadSide::close);
    }
  }

  // ---------------------------------------------------------------- warming up

  private String warmUp(Map<Kind, LoadSide> sides, int most) {
    Map<Kind, Settling> settling = new EnumMap<>(Kind.class);
    sides.keySet().forEach(kind -> settling.put(kind, new Settling()));
    double spent = 0;
    while (spent < warmUpSeconds && !haveSettled(settling)) {
      double length = Math.min(seconds, warmUpSeconds - spent);
      sides.forEach((kind, side) -> settling.get(kind).add(side.measure(length, most).mean()));
      spent += length;
    }
    Comparison.say(
        "warm-up of %.0f s each: %s",
        spent,
        haveSettled(settling)
            ? "response times have settled"
            : "response times have NOT settled, ratios of the first rounds may be off");
    settling.forEach((kind, of) -> Comparison.say("  %s: %s", kind, milliseconds(of)));
    return json(spent, settling);
  }

  private static boolean haveSettled(Map<Kind, Settling> settling) {
    return settling.values().stream().allMatch(Settling::isSettled);
  }

  private static String milliseconds(Settling of) {
    return of.times().stream()
        .map(micros -> String.format(Locale.ROOT, "%.2f", micros / 1e3))
        .collect(Collectors.joining(" ", "", " ms"));
  }

  private String json(double spent, Map<Kind, Settling> settling) {
    StringBuilder json = new StringBuilder();
    json.append(
        String.format(
            Locale.ROOT,
            "{\"longestSeconds\":%.1f,\"seconds\":%.1f,\"tolerance\":%.2f,\"alike\":%d,\"settled\":%b",
            warmUpSeconds,
            spent,
            Settling.TOLERANCE,
            Settling.ALIKE,
            haveSettled(settling)));
    settling.forEach(
        (kind, of) -> json.append(",\"").append(kind).append("\":").append(of.times().toString()));
    return json.append('}').toString();
  }

  // ---------------------------------------------------------------- measuring

  private String measure(Map<Kind, LoadSide> sides) {
    Map<Integer, Map<Kind, List<Measurement>>> all = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      for (int count : clients) {
        Map<Kind, List<Measurement>> step =
            all.computeIfAbsent(count, key -> new EnumMap<>(Kind.class));
        for (Kind kind : order(round)) {
          step.computeIfAbsent(kind, key -> new ArrayList<>())
              .add(sides.get(kind).measure(seconds, count));
        }
        Comparison.say(
            "round %d, %3d clients: stock %.2f ms, ours %.2f ms",
            round + 1, count, last(step, Kind.STOCK) / 1e3, last(step, Kind.G2CL) / 1e3);
      }
    }
    return all.entrySet().stream()
        .map(step -> json(step.getKey(), step.getValue()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String json(int count, Map<Kind, List<Measurement>> step) {
    StringBuilder json = new StringBuilder("{\"clients\":" + count);
    step.forEach(
        (kind, measurements) ->
            json.append(",\"")
                .append(kind)
                .append("\":")
                .append(
                    measurements.stream()
                        .map(Measurement::json)
                        .collect(Collectors.joining(",", "[", "]"))));
    return json.append('}').toString();
  }

  /** Who goes first changes from round to round. */
  private static List<Kind> order(int round) {
    return round % 2 == 0
        ? Arrays.asList(Kind.STOCK, Kind.G2CL)
        : Arrays.asList(Kind.G2CL, Kind.STOCK);
  }

  private static long last(Map<Kind, List<Measurement>> step, Kind kind) {
    List<Measurement> measurements = step.get(kind);
    return measurements.get(measurements.size() - 1).mean();
  }
}
