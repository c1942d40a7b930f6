package org.g2cl.loadtest.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.ExperimentRuns;
import org.g2cl.loadtest.experiment.MadeWith;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.experiment.TimeLeft;

/** A soak in a directory. It cannot be gone on with: a fresh bed would have nothing behind it. */
public final class SoakRuns implements ExperimentRuns {
  private static final String SLICES = "slices.csv";
  private static final String FOOTPRINTS = "footprints.csv";
  private static final String ACCOUNTS = "accounts.csv";
  private static final Duration STEP = Duration.ofSeconds(5);

  private final Path directory;
  private final SoakSettings settings;
  private final BedSettings bedSettings;
  private volatile SoakBed bed;
  private volatile boolean aborted;
  private CsvFile windows;
  private CsvFile slices;
  private CsvFile footprints;
  private CsvFile accounts;

  /** Soak of which nothing is looked at yet. */
  public SoakRuns(Path directory, SoakSettings settings, BedSettings bedSettings) {
    this.directory = directory;
    this.settings = settings;
    this.bedSettings = bedSettings;
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public void open(Opening opening) {
    windows = folder().open(opening.anew(), csv -> false);
    slices = folder().openBeside(windows, SLICES, SoakWindow.COLUMNS);
    footprints = folder().openBeside(windows, FOOTPRINTS, Footprint.COLUMNS);
    accounts = folder().openBeside(windows, ACCOUNTS, Account.COLUMNS);
  }

  @Override
  public void openForReport() {
    windows = folder().openForReport();
    if (!Files.exists(directory.resolve(FOOTPRINTS))) {
      throw BedException.environment(
          "%s is missing in %s: another version measured there, which counted no threads; measure anew by ./ha loadtest soak"
              .formatted(FOOTPRINTS, directory));
    }
    slices = CsvFile.openToRead(directory.resolve(SLICES), SoakWindow.COLUMNS);
    footprints = CsvFile.openToRead(directory.resolve(FOOTPRINTS), Footprint.COLUMNS);
    accounts = CsvFile.openToRead(directory.resolve(ACCOUNTS), Account.COLUMNS);
  }

  private ResultFolder folder() {
    return new ResultFolder(directory, "soak", described(), SoakWindow.COLUMNS);
  }

  private Map<String, String> described() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("clients", "" + settings.clients());
    values.put("length", settings.length().toString());
    values.put("share of the peak", "" + settings.share());
    values.put("warm-up", settings.warmUp().toString());
    values.put("peak measured for", settings.peak().toString());
    values.put(ResultFolder.RUNS, "" + settings.windows());
    values.putAll(bedSettings.described());
    values.put("backups", "" + bedSettings.backups());
    values.put("settings of nodes", bedSettings.business().settings().toString());
    return values;
  }

  @Override
  public int made() {
    return windows.rows().size();
  }

  @Override
  public int planned() {
    return settings.windows();
  }

  @Override
  public String kept(String unit) {
    return made() == 0
        ? "Nothing is measured yet."
        : "%d of %d %ss are kept, for ./ha loadtest soak --report; the same command begins anew."
            .formatted(made(), planned(), unit);
  }

  @Override
  public void run(Tools tools, Narrator narrator) throws InterruptedException {
    Inspection inspection = Inspection.find();
    narrator.say("Starting %d business nodes".formatted(bedSettings.businessNodes()));
    try (SoakBed fresh = new SoakBed(bedSettings, tools)) {
      bed = fresh;
      if (aborted) {
        return;
      }
      fresh.start(settings.clients());
      fresh.perSecond(settings.warmUp());
      double peak = fresh.perSecond(settings.peak());
      double wanted = peak * settings.share();
      narrator.say(
          String.format(
              Locale.ROOT,
              "Peak %,.0f requests/s by %d clients; from now on %,.0f/s for %s",
              peak,
              settings.clients(),
              wanted,
              TimeLeft.words(settings.length())));
      long failed = soak(wanted, inspection, narrator);
      Harm harm = fresh.harm();
      accounts.append(new Account(peak, wanted, failed, harm).row());
    } finally {
      bed = null;
    }
  }

  private long soak(double perSecond, Inspection inspection, Narrator narrator)
      throws InterruptedException {
    long begin = System.nanoTime();
    Duration length = settings.length().dividedBy(settings.windows());
    int slicesOfAll = settings.windows() * settings.slicesEach();
    Recording recording = new Recording(begin, settings.slice(), slicesOfAll);
    try (Crowd crowd = bed.send(Pace.of(perSecond, settings.clients(), begin), recording)) {
      keepFootprints(0, inspection); // under load, so that each window begins with a look
      for (int window = 1; window <= settings.windows(); window++) {
        await(begin + length.toNanos() * window, window, recording, narrator);
        keep(window, length, recording, narrator);
        keepFootprints(window, inspection);
      }
      bed.end(crowd);
    }
    recording.complaints().forEach(narrator::say);
    return recording.between(0, slicesOfAll).failed();
  }

  private void await(long end, int window, Recording recording, Narrator narrator)
      throws InterruptedException {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(left, STEP.toNanos()));
      bed.check();
      Tally tally = recording.between((window - 1) * settings.slicesEach(), slice(window));
      narrator.progress(
          String.format(
              Locale.ROOT,
              "window %d of %d: %,d requests, 99 %% within %.1f ms, failed %d  %s left",
              window,
              settings.windows(),
              tally.requests(),
              tally.percentile(99),
              tally.failed(),
              TimeLeft.words(left(end, window))));
    }
  }

  private Duration left(long end, int window) {
    Duration each = settings.length().dividedBy(settings.windows());
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()))
        .plus(each.multipliedBy(settings.windows() - window));
  }

  private int slice(int window) {
    return window * settings.slicesEach();
  }

  private void keep(int window, Duration length, Recording recording, Narrator narrator) {
    double sliceSeconds = settings.slice().toNanos() / 1e9;
    for (int slice = slice(window - 1); slice < slice(window); slice++) {
      Tally tally = recording.between(slice, slice + 1);
      slices.append(SoakWindow.of(slice + 1, sliceSeconds, tally).row());
    }
    Tally tally = recording.between(slice(window - 1), slice(window));
    SoakWindow kept = SoakWindow.of(window, length.toNanos() / 1e9, tally);
    windows.append(kept.row());
    narrator.say(
        String.format(
            Locale.ROOT,
            "Window %d of %d: %,d requests, median %.1f ms, 99 %% within %.1f ms, longest %,.0f ms,"
                + " failed %d",
            window,
            settings.windows(),
            kept.requests(),
            kept.median(),
            kept.p99(),
            kept.longest(),
            kept.failed()));
  }

  private void keepFootprints(int window, Inspection inspection) {
    for (Footprint footprint : inspection.of(bed.nodes(), window)) {
      footprints.append(footprint.row());
    }
  }

  @Override
  public void abort() {
    aborted = true;
    SoakBed last = bed;
    if (last != null) {
      last.abort();
    }
  }

  /** Report of what was measured so far. */
  public SoakReport report() {
    MadeWith with = folder().madeWith();
    return new SoakReport(
        windows.rows(SoakWindow::of),
        slices.rows(SoakWindow::of),
        footprints.rows(Footprint::of),
        accounts.rows(Account::of).stream().findFirst().orElse(null),
        List.of(with.settings(), with.machine(), with.versions()));
  }
}
