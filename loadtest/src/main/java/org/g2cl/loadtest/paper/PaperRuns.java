package org.g2cl.loadtest.paper;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.Narrator;

/**
 * A comparison in a directory: its settings, the runs made so far, and the making of the others.
 */
public final class PaperRuns {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String RESULTS = "results.csv";
  private static final String SETTINGS = "settings.json";

  private final Path directory;
  private final PaperSettings settings;
  private final PaperBeds beds;
  private final List<SystemBed> started = new CopyOnWriteArrayList<>();
  private volatile boolean aborted;
  private CsvFile results;

  /** Comparison of which nothing is looked at yet. */
  public PaperRuns(Path directory, PaperSettings settings, PaperBeds beds) {
    this.directory = directory;
    this.settings = settings;
    this.beds = beds;
  }

  /**
   * Opens the results: those of an interrupted comparison with the same settings, which is then
   * gone on with, or new ones; finished ones are moved into the folder {@code previous}.
   *
   * @param fresh begins anew in any case
   * @throws BedException when an interrupted one had other settings, or files cannot be written
   */
  public void open(boolean fresh) {
    try {
      Files.createDirectories(directory);
      if (Files.exists(directory.resolve(RESULTS)) && (fresh || !isInterrupted())) {
        moveAway();
      }
      results = CsvFile.open(directory.resolve(RESULTS), Run.COLUMNS);
      JSON.writeValue(directory.resolve(SETTINGS).toFile(), described());
    } catch (IOException e) {
      throw BedException.environment(
          "the directory %s cannot be written (%s): name another one with --out"
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  /** Opens results only to report them, with whatever settings they were made. */
  public void openForReport() {
    if (!Files.exists(directory.resolve(RESULTS))) {
      throw BedException.environment(
          "no results are in %s: run ./ha loadtest paper first, or name the directory with --out"
              .formatted(directory));
    }
    results = CsvFile.open(directory.resolve(RESULTS), Run.COLUMNS);
  }

  /** Runs made so far. */
  public int made() {
    return settings.runs() - Experiment.remaining(settings, runs()).size();
  }

  List<Run> runs() {
    return Experiment.runs(results);
  }

  private boolean isInterrupted() throws IOException {
    Path file = directory.resolve(SETTINGS);
    List<Run> before = Experiment.runs(CsvFile.open(directory.resolve(RESULTS), Run.COLUMNS));
    if (before.isEmpty() || !Files.exists(file)) {
      return false;
    }
    Map<String, String> then = JSON.readValue(file.toFile(), new TypeReference<>() {});
    Map<String, String> now = described();
    if (then.equals(now)) {
      return !Experiment.remaining(settings, before).isEmpty()
          || !Files.exists(directory.resolve("report.html"));
    }
    if (before.size() >= Integer.parseInt(then.getOrDefault("runs", "0"))) {
      return false; // finished, with other settings
    }
    throw BedException.environment(
        "%s holds %d of %s runs of a comparison that was interrupted, with other settings: %s. Give those again to go on with it, --fresh to begin anew, or another --out"
            .formatted(directory, before.size(), then.get("runs"), differences(then, now)));
  }

  private static String differences(Map<String, String> then, Map<String, String> now) {
    return new TreeSet<>(now.keySet())
        .stream()
            .filter(key -> !now.get(key).equals(then.get(key)))
            .map(key -> "%s was %s, now %s".formatted(key, then.get(key), now.get(key)))
            .collect(Collectors.joining("; "));
  }

  private void moveAway() throws IOException {
    Path previous = Files.createDirectories(directory.resolve("previous"));
    for (String name :
        List.of(RESULTS, SETTINGS, "summary.json", "figure1.svg", "figure1.png", "report.html")) {
      if (Files.exists(directory.resolve(name))) {
        Files.move(
            directory.resolve(name), previous.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** What must be the same for runs to be compared. */
  Map<String, String> described() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("systems", words(settings.systems()));
    values.put("clients", settings.clients().toString());
    values.put("rounds", "" + settings.rounds());
    values.put("starts", "" + settings.starts());
    values.put("warm-up", settings.warmUp().toString());
    values.put("ramp", settings.ramp().toString());
    values.put("duration", settings.duration().toString());
    values.put("seed", "" + settings.seed());
    values.put("runs", "" + settings.runs());
    values.put("business nodes", "" + beds.businessNodes());
    values.put("web nodes", "" + beds.webNodes());
    values.put("heap", beds.heap() + " MB");
    values.put("web heap", beds.webHeap() + " MB");
    return values;
  }

  private static String words(List<Contender> systems) {
    return systems.stream().map(Contender::word).collect(Collectors.joining(","));
  }

  /** Makes the runs that are missing. */
  public void run(Tools tools, Narrator narrator) throws InterruptedException {
    new Experiment(settings, system -> start(system, tools), results, narrator).run();
  }

  private Subject start(Contender system, Tools tools) {
    SystemBed bed = beds.bed(system, tools, settings.mostClients());
    started.add(bed);
    if (aborted) {
      bed.abort();
      throw BedException.bed("the comparison was interrupted");
    }
    return bed.start();
  }

  /** Ends all processes at once, from any thread. */
  public void abort() {
    aborted = true;
    new ArrayList<>(started).parallelStream().forEach(SystemBed::abort);
  }

  /** Report of the runs made so far. */
  public PaperReport report(Map<String, String> machine, Map<String, String> versions) {
    return new PaperReport(runs(), described(), machine, versions);
  }
}
