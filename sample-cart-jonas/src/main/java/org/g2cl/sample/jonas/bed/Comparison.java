package org.g2cl.sample.jonas.bed;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Locale;
import org.g2cl.sample.jonas.server.CrashPoint;

/**
 * Stock CMI and our drop-in side by side: response times by number of clients, and what becomes of
 * calls and carts when servers die, join and part. Writes one JSON file.
 */
public final class Comparison {
  private final Path work;
  private final Path ours;

  private Comparison(Path work, Path ours) {
    this.work = work;
    this.ours = ours;
  }

  /**
   * Runs the comparison.
   *
   * @param arguments jar of the drop-in, working directory, JSON file, seconds of a measurement,
   *     rounds, longest warm-up of each system in seconds, clients {@code 50,60,...}, JDBC URL for
   *     the behaviours or {@code none}
   */
  public static void main(String[] arguments) throws Exception {
    Path work = Paths.get(arguments[1]);
    Path ours = Paths.get(arguments[0]);
    ResponseTimes times =
        new ResponseTimes(
            Arrays.stream(arguments[6].split(",", -1)).mapToInt(Integer::parseInt).toArray(),
            Double.parseDouble(arguments[3]),
            Integer.parseInt(arguments[4]),
            Double.parseDouble(arguments[5]));
    StringBuilder json = new StringBuilder("{");
    json.append("\"java\":\"").append(System.getProperty("java.version")).append("\",");
    json.append("\"seconds\":").append(arguments[3]).append(',');
    json.append("\"rounds\":").append(arguments[4]).append(',');
    json.append(times.measure(work, ours));
    if (!arguments[7].equals("none")) {
      json.append(",\"behaviours\":").append(new Comparison(work, ours).behaviours(arguments[7]));
    }
    json.append('}');
    BeanJar.write(Paths.get(arguments[2]), json.toString());
    System.exit(0);
  }

  static void say(String text, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, text, arguments));
  }

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
