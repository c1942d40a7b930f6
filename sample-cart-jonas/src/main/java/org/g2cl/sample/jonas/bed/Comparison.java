package org.g2cl.sample.jonas.bed;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.g2cl.sample.jonas.server.CrashPoint;

/**
 * Stock CMI and our drop-in side by side: response times by number of clients, after the paper's
 * figure 1, and what becomes of calls and carts when servers die, join and part.
 *
 * <p>Both run at the same time on the same machine, and are measured in turns, so that what else
 * the machine does meets both. Writes one JSON file.
 */
public final class Comparison {
  private static final int SERVERS = 2;

  private final Path work;
  private final Path ours;
  private final double seconds;
  private final int rounds;
  private final int[] clients;

  /** One measurement, times in microseconds. */
  private static final class Sample {
    private final long calls;
    private final long failed;
    private final double seconds;
    private final long[] times;

    Sample(String line, double seconds) {
      String[] words = line.trim().split(" ", -1);
      this.calls = Long.parseLong(words[0]);
      this.failed = Long.parseLong(words[1]);
      this.seconds = seconds;
      this.times = Arrays.stream(words).skip(2).mapToLong(Long::parseLong).toArray();
    }

    long mean() {
      return times[0];
    }

    String json() {
      return String.format(
          Locale.ROOT,
          "{\"calls\":%d,\"failed\":%d,\"callsPerSecond\":%.1f,\"meanMicros\":%d,\"p50Micros\":%d,\"p95Micros\":%d,\"p99Micros\":%d}",
          calls,
          failed,
          calls / seconds,
          times[0],
          times[1],
          times[2],
          times[3]);
    }
  }

  private Comparison(Path work, Path ours, double seconds, int rounds, int[] clients) {
    this.work = work;
    this.ours = ours;
    this.seconds = seconds;
    this.rounds = rounds;
    this.clients = clients;
  }

  /**
   * Runs the comparison.
   *
   * @param arguments jar of the drop-in, working directory, JSON file, seconds of a measurement,
   *     rounds, clients {@code 50,60,...}, JDBC URL for the behaviours or {@code none}
   */
  public static void main(String[] arguments) throws Exception {
    Comparison comparison =
        new Comparison(
            Paths.get(arguments[1]),
            Paths.get(arguments[0]),
            Double.parseDouble(arguments[3]),
            Integer.parseInt(arguments[4]),
            Arrays.stream(arguments[5].split(",", -1)).mapToInt(Integer::parseInt).toArray());
    StringBuilder json = new StringBuilder("{");
    json.append("\"java\":\"").append(System.getProperty("java.version")).append("\",");
    json.append("\"seconds\":").append(arguments[3]).append(',');
    json.append("\"rounds\":").append(arguments[4]).append(',');
    json.append("\"load\":").append(comparison.load());
    if (!arguments[6].equals("none")) {
      json.append(",\"behaviours\":").append(comparison.behaviours(arguments[6]));
    }
    json.append('}');
    BeanJar.write(Paths.get(arguments[2]), json.toString());
    System.exit(0);
  }

  private static void say(String text, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, text, arguments));
  }

  // ---------------------------------------------------------------- load

  private String load() throws IOException, InterruptedException {
    int most = Arrays.stream(clients).max().getAsInt();
    Map<Kind, JonasBed> beds = new EnumMap<>(Kind.class);
    Map<Kind, Node> loads = new EnumMap<>(Kind.class);
    try {
      for (Kind kind : Kind.values()) {
        JonasBed bed = new JonasBed(kind, work.resolve("load-" + kind), ours, null, SERVERS);
        beds.put(kind, bed);
        for (int i = 0; i < SERVERS; i++) {
          bed.server(i);
        }
        Node client =
            bed.client(
                "load",
                "org.g2cl.sample.jonas.client.LoadClient",
                bed.urls(SERVERS),
                Integer.toString(most));
        client.await("READY", 120);
        loads.put(kind, client);
        say("%s: %d servers and %d clients are ready", kind, SERVERS, most);
      }
      warmUp(loads, most);
      return measure(loads);
    } finally {
      beds.values().forEach(JonasBed::close);
    }
  }

  private void warmUp(Map<Kind, Node> loads, int most) {
    double warmUp = Math.max(3, 2 * seconds);
    for (int round = 0; round < 2; round++) {
      for (Map.Entry<Kind, Node> load : loads.entrySet()) {
        sample(load.getValue(), warmUp, most);
        say("%s: warmed up for %.0f s", load.getKey(), warmUp);
      }
    }
  }

  private static Sample sample(Node load, double seconds, int count) {
    load.tell(seconds + " " + count);
    String line = load.await("RESULT", (long) seconds + 120);
    return new Sample(line.substring("RESULT".length()), seconds);
  }

  private String measure(Map<Kind, Node> loads) {
    Map<Integer, Map<Kind, List<Sample>>> all = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      for (int count : clients) {
        Map<Kind, List<Sample>> step = all.computeIfAbsent(count, key -> new EnumMap<>(Kind.class));
        for (Kind kind : order(round)) {
          step.computeIfAbsent(kind, key -> new ArrayList<>())
              .add(sample(loads.get(kind), seconds, count));
        }
        say(
            "round %d, %3d clients: stock %.2f ms, ours %.2f ms",
            round + 1, count, last(step, Kind.STOCK) / 1e3, last(step, Kind.G2CL) / 1e3);
      }
    }
    StringBuilder json = new StringBuilder("[");
    all.forEach(
        (count, step) -> {
          json.append(json.length() > 1 ? "," : "").append("{\"clients\":").append(count);
          step.forEach(
              (kind, samples) -> {
                json.append(",\"").append(kind).append("\":[");
                for (int i = 0; i < samples.size(); i++) {
                  json.append(i > 0 ? "," : "").append(samples.get(i).json());
                }
                json.append(']');
              });
          json.append('}');
        });
    return json.append(']').toString();
  }

  /** Who goes first changes from round to round. */
  private static List<Kind> order(int round) {
    return round % 2 == 0
        ? Arrays.asList(Kind.STOCK, Kind.G2CL)
        : Arrays.asList(Kind.G2CL, Kind.STOCK);
  }

  private static long last(Map<Kind, List<Sample>> step, Kind kind) {
    List<Sample> samples = step.get(kind);
    return samples.get(samples.size() - 1).mean();
  }

  // ---------------------------------------------------------------- behaviours

  private String behaviours(String database) throws IOException, InterruptedException {
    StringBuilder json = new StringBuilder("{");
    for (Kind kind : Kind.values()) {
      json.append(json.length() > 1 ? "," : "").append('"').append(kind).append("\":{");
      try (Behaviours run =
          new Behaviours(kind, work.resolve("behaviours-" + kind), ours, null, database)) {
        for (CrashPoint point : CrashPoint.values()) {
          String fate = crash(run, point);
          say("%s: server dies at %s: %s", kind, point, fate);
          json.append('"').append(point).append("\":\"").append(fate).append("\",");
        }
        String kept = joiner(run);
        say("%s: a late joiner that is left alone has %s of 10 carts", kind, kept);
        json.append("\"LATE_JOINER\":\"").append(kept).append("\",");
        boolean merged = run.merge();
        say("%s: objects are known again after a merge: %s", kind, merged);
        json.append("\"MERGE\":\"").append(merged).append("\"}");
      }
    }
    return json.append('}').toString();
  }

  private static String crash(Behaviours run, CrashPoint point) throws IOException {
    try {
      return run.crash(point).name();
    } catch (IllegalStateException e) {
      return "HARNESS: " + e.getMessage().split("\n", -1)[0].replace('"', '\'');
    }
  }

  private static String joiner(Behaviours run) throws IOException {
    try {
      return Integer.toString(run.lateJoiner());
    } catch (IllegalStateException e) {
      return "HARNESS: " + e.getMessage().split("\n", -1)[0].replace('"', '\'');
    }
  }
}
