package org.g2cl.loadtest.paper;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.Parallel;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.BrokenRuns;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.ExperimentRuns;
import org.g2cl.loadtest.experiment.Interruption;
import org.g2cl.loadtest.experiment.MadeWith;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.ResultFolder;

/**
 * A comparison in a directory: its settings, the runs made so far, and the making of the others.
 */
public final class PaperRuns implements ExperimentRuns {
  private final Path directory;
  private final PaperSettings settings;
  private final PaperBeds beds;
  private final List<SystemBed> started = new CopyOnWriteArrayList<>();
  private final Interruption interruption = new Interruption();
  private CsvFile results;
  private BrokenRuns broken;

  /** Comparison of which nothing is looked at yet. */
  public PaperRuns(Path directory, PaperSettings settings, PaperBeds beds) {
    this.directory = directory;
    this.settings = settings;
    this.beds = beds;
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public void open(Opening opening) {
    results =
        folder()
            .open(opening, csv -> !Experiment.remaining(settings, Experiment.runs(csv)).isEmpty());
    broken = BrokenRuns.open(directory, Broken.RUN);
  }

  @Override
  public void openForReport() {
    results = folder().openForReport();
    broken = BrokenRuns.openToRead(directory, Broken.RUN);
  }

  private ResultFolder folder() {
    return new ResultFolder(directory, "paper", described(), Run.COLUMNS);
  }

  @Override
  public int made() {
    return settings.runs() - Experiment.remaining(settings, runs()).size();
  }

  @Override
  public int planned() {
    return settings.runs();
  }

  List<Run> runs() {
    return Experiment.runs(results);
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
    values.put(ResultFolder.RUNS, "" + settings.runs());
    values.putAll(beds.described());
    return values;
  }

  private static String words(List<Contender> systems) {
    return systems.stream().map(Contender::word).collect(Collectors.joining(","));
  }

  @Override
  public void run(Tools tools, Narrator narrator) throws InterruptedException {
    new Experiment(
            settings, system -> start(system, tools), results, broken, interruption, narrator)
        .run();
  }

  private Subject start(Contender system, Tools tools) {
    SystemBed bed = beds.bed(system, tools, settings.mostClients());
    started.add(bed);
    if (interruption.hasCome()) {
      bed.abort();
      throw BedException.bed("the comparison was interrupted");
    }
    return bed.start();
  }

  @Override
  public void abort() {
    interruption.come();
    Parallel.run(started.stream().<Runnable>map(bed -> bed::abort).toList());
  }

  /** Report of the runs made so far. */
  public PaperReport report() {
    MadeWith with = folder().madeWith();
    return new PaperReport(
        runs(), broken.rows(Broken::of), with.settings(), with.machine(), with.versions());
  }
}
