package org.g2cl.bench.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.g2cl.bench.delivery.StackFile;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Worker;
import org.g2cl.bench.worker.Workers;
import org.g2cl.loadtest.bed.Ports;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Sample;

/**
 * Token that goes round a ring of members, by G2CL's fifo messages.
 *
 * <p>After the study of Lua processes; a ring is serial, so this is the time of one hop, and what
 * the number of members does to it.
 */
public final class Ring {
  /** The study's seconds by processes and rounds. */
  private static final Map<Integer, Map<Integer, Double>> PAPER =
      Map.of(
          10, Map.of(10, 0.014, 100, 0.021, 1_000, 0.112, 10_000, 1.333),
          100, Map.of(10, 0.064, 100, 0.188, 1_000, 1.425, 10_000, 14.078),
          1_000, Map.of(10, 0.581, 100, 2.177, 1_000, 15.892, 10_000, 153.956));

  private final RingSettings settings;
  private final Workers workers;
  private final Consumer<String> progress;
  private final List<RingCell> cells = new ArrayList<>();

  /** Measurement that tells a sentence now and then. */
  public Ring(RingSettings settings, Workers workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
  }

  /** Measures. */
  public Report run() {
    Report report = new Report("ring", "How long does a token take round a ring of members?");
    new TreeMap<>(settings.members())
        .forEach((engine, sizes) -> sizes.forEach(members -> measure(engine, members)));
    Table table =
        new Table("engine", "members", "rounds", "seconds", "95 %", "µs a hop", "paper, seconds");
    for (RingCell cell : cells) {
      table.row(
          cell.engine(),
          cell.members(),
          cell.rounds(),
          cell.seconds().mean(),
          Table.interval(cell.seconds().low95(), cell.seconds().high95()),
          cell.hopMicros(),
          paper(cell));
    }
    return report
        .setting("repeats", settings.repeats())
        .figures("cells", cells)
        .table("A token round a ring, all members in one JVM", table)
        .picture("hop", picture())
        .paper(
            new PaperFigure(
                "study of Lua processes",
                "1,000 processes, 1,000 rounds: 15.9 s, 16 µs a hop; a second worker made it"
                    + " slower, 7.0 to 17.8 s"))
        .note(
            "The study's processes are threads of a library in one process; the engine 'local'"
                + " compares with it, JGroups passes the token through the sockets of loopback.");
  }

  private static Object paper(RingCell cell) {
    Double seconds = PAPER.getOrDefault(cell.members(), Map.of()).get(cell.rounds());
    return seconds == null ? "" : seconds;
  }

  private void measure(String engine, int members) {
    try (Crew crew = workers.start(1)) {
      progress.accept(engine + ", " + members + " members");
      Worker worker = crew.worker(0);
      Arguments form = Arguments.of("engine", engine, "ports", ports(members));
      if (engine.equals(Subject.JGROUPS)) {
        form =
            form.with(
                "stack", StackFile.of("tcp").write(settings.folder(), "ring").toAbsolutePath());
      }
      worker.tell(RingRole.class, "form", form);
      for (int rounds : settings.rounds()) {
        List<Double> seconds = new ArrayList<>();
        worker.tell(RingRole.class, "pass", "rounds", rounds);
        for (int i = 0; i < settings.repeats(); i++) {
          seconds.add(worker.tell(RingRole.class, "pass", "rounds", rounds).asDouble());
        }
        cells.add(new RingCell(engine, members, rounds, Sample.of(seconds).summary()));
      }
    }
  }

  private static String ports(int count) {
    try (Ports free = Ports.free()) {
      List<String> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ports.add(Integer.toString(free.take()));
      }
      return String.join(",", ports);
    }
  }

  private LineChart picture() {
    LineChart picture =
        new LineChart("Time from one member to the next", "rounds", "µs").logarithmicX();
    settings
        .members()
        .forEach(
            (engine, sizes) ->
                sizes.forEach(
                    members -> {
                      List<RingCell> line =
                          cells.stream()
                              .filter(c -> c.engine().equals(engine) && c.members() == members)
                              .toList();
                      picture.line(
                          engine + ", " + members + " members",
                          line.stream().map(RingCell::rounds).toList(),
                          line.stream().map(RingCell::hopMicros).toList());
                    }));
    return picture;
  }
}
