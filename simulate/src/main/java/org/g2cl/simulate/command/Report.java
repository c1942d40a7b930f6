package org.g2cl.simulate.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.g2cl.simulate.Campaign;
import org.g2cl.simulate.Copies;
import org.g2cl.simulate.PartitionChoice;
import org.g2cl.simulate.Plan;
import org.g2cl.simulate.Result;

/** Report of a campaign: a table, simulate.json, and a file for each seed that failed. */
final class Report {
  private static final Pattern HISTORY = Pattern.compile("seed--?\\d+\\.txt");

  private static final double NANOS_PER_SECOND = 1e9;

  private static final String MEANINGS =
      """
      given up by clients: no answer in 30 s of retries; such a call took effect once or not at all, which is checked
      all copies crashed: whoever had the session's last state crashed before another copy was made; no promise covers it
      """;

  private final Plan plan;
  private final long first;
  private final Path directory;
  private final long begin = System.nanoTime();
  private final List<Failure> failures = new ArrayList<>();
  private long events;
  private Campaign.Sums sums;
  private double seconds;
  private IOException unwritten;

  /** A seed that failed; named as in the JSON. */
  private record Failure(long seed, List<String> violations, String history) {}

  Report(Plan plan, long first, Path directory) {
    this.plan = plan;
    this.first = first;
    this.directory = directory;
  }

  /** Version, and behind it the commit that {@code ./ha} gives, where it knows that. */
  private static String version() {
    String version =
        Optional.ofNullable(Report.class.getPackage().getImplementationVersion())
            .orElse("(built from sources)");
    String commit = System.getProperty("ha.commit", "");
    return commit.isEmpty() ? version : version + ", commit " + commit;
  }

  /** One line about one seed. */
  static String sentence(Result result) {
    List<String> violations = result.violations();
    String outcome =
        violations.isEmpty()
            ? "all invariants held"
            : violations.size() + " violations, the first: " + violations.get(0);
    return "seed %d: %s (history %016x)".formatted(result.seed(), outcome, result.digest());
  }

  /** Takes a result; a history that cannot be written is missing, as {@link #write} tells. */
  void add(Result result) {
    events += result.events();
    if (!result.violations().isEmpty()) {
      Path file = history(result.seed());
      try {
        Files.write(file, Legend.lines());
        Files.write(file, result.history(), StandardOpenOption.APPEND);
      } catch (IOException e) {
        unwritten = unwritten == null ? e : unwritten;
      }
      failures.add(new Failure(result.seed(), result.violations(), file.toString()));
    }
  }

  /** Tells whether a file has the name of the history of a seed that failed. */
  static boolean isHistory(Path file) {
    return HISTORY.matcher(file.getFileName().toString()).matches();
  }

  private Path history(long seed) {
    return directory.resolve("seed-" + seed + ".txt");
  }

  void finish(Campaign.Sums all) {
    sums = all;
    seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
  }

  /**
   * Writes the figures.
   *
   * @throws IOException when they, or a history before, could not be written
   */
  void write() throws IOException {
    Path file = directory.resolve("simulate.json");
    try {
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(file.toFile(), json());
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
    if (unwritten != null) {
      throw unwritten;
    }
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", version());
    json.put("firstSeed", first);
    json.put("seeds", sums.seeds());
    json.put("fewestNodes", isDrawn() ? Plan.FEWEST : plan.nodes());
    json.put("nodes", isDrawn() ? Plan.MOST : plan.nodes());
    json.put("clients", plan.clients());
    json.put("mode", word(plan.copies().mode()));
    json.put("backups", plan.copies().backups());
    json.put("minimumCopies", plan.copies().minimum());
    json.put("partition", word(plan.partition()));
    json.put("virtualSeconds", plan.load().plus(plan.calm()).toSeconds());
    json.put("failedSeeds", sums.failed());
    json.put("callsAnswered", sums.acknowledged());
    json.put("callsGivenUp", sums.unanswered());
    json.put("sessions", sums.sessions());
    json.put("sessionsWithAllCopiesCrashed", sums.lost());
    json.put("events", events);
    json.put("seconds", seconds);
    List<Map<String, Object>> details = new ArrayList<>();
    for (Failure failure : failures) {
      Map<String, Object> detail = new LinkedHashMap<>();
      detail.put("seed", failure.seed());
      detail.put("violations", failure.violations());
      detail.put("history", failure.history());
      details.add(detail);
    }
    json.put("failures", details);
    return json;
  }

  private boolean isDrawn() {
    return plan.nodes() == Plan.DRAWN;
  }

  String table() {
    StringBuilder table = new StringBuilder();
    row(table, "version", "%s", version());
    row(table, "seeds", "%,d, from %d", sums.seeds(), first);
    row(
        table,
        "each",
        "%s nodes, %d clients, %,d virtual seconds%s",
        isDrawn() ? Plan.FEWEST + " to " + Plan.MOST : String.valueOf(plan.nodes()),
        plan.clients(),
        plan.load().plus(plan.calm()).toSeconds(),
        rules().isEmpty() ? "" : "," + rules());
    row(table, "calls answered", "%,d", sums.acknowledged());
    row(table, "given up by clients", "%,d", sums.unanswered());
    row(table, "all copies crashed", "%,d of %,d sessions", sums.lost(), sums.sessions());
    row(table, "time", "%,.1f s, %.2f s a seed", seconds, seconds / sums.seeds());
    row(table, "violations", sums.failed().isEmpty() ? "none" : "in seeds " + sums.failed());
    if (!sums.failed().isEmpty()) {
      row(table, "replay", "./ha simulate --seed %d%s", sums.failed().get(0), unusual());
      row(table, "history", "%s", shown(history(sums.failed().get(0))));
    }
    row(table, "report", "%s", shown(directory.resolve("simulate.json")));
    return table.append(System.lineSeparator()).append(MEANINGS).toString();
  }

  /** Options that belong to a history and are not by default what they were. */
  private String unusual() {
    Plan usual = Plan.standard();
    return option("minutes", minutes(plan), minutes(usual))
        + option("nodes", plan.nodes(), usual.nodes())
        + rules();
  }

  /** Those of them that say what the servers do. */
  private String rules() {
    Copies copies = plan.copies();
    return option("mode", word(copies.mode()), word(Copies.USUAL.mode()))
        + option("backups", copies.backups(), Copies.USUAL.backups())
        + option("minimum-copies", copies.minimum(), Copies.USUAL.minimum())
        + option("partition", word(plan.partition()), word(PartitionChoice.DRAWN));
  }

  private static String option(String name, Object value, Object usual) {
    return value.equals(usual) ? "" : " --" + name + " " + value;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static long minutes(Plan plan) {
    return plan.load().plus(plan.calm()).toMinutes();
  }

  /** Relative to where the user stands, when it is below. */
  private static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path whole = path.toAbsolutePath().normalize();
    return whole.startsWith(here) ? here.relativize(whole) : whole;
  }

  private static void row(StringBuilder table, String name, String format, Object... values) {
    table.append(String.format(Locale.ROOT, "%-20s ", name));
    table.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
  }
}
