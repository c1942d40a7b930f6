package org.g2cl.bench.layers;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.delivery.Groups;
import org.g2cl.bench.delivery.StackFile;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.node.ClientRole;
import org.g2cl.bench.node.Nodes;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Workers;

/**
 * Latency and bandwidth of each layer between two JVMs, all in the same run and taking turns.
 *
 * <p>The first worker sends and waits for the acknowledgement of the second. Beans run in workers
 * of their own: two nodes that replicate to each other, one that does not. After the study of
 * JXTA's layers: pairs of message and acknowledgement, sampled at the application, the plain socket
 * as the bound.
 */
public final class Layers {
  private static final int WORKERS_OF_LINKS = 2;
  private static final int WORKERS_OF_CALLS = 5;
  private static final int ROUNDS_OF_BLOCK = 2;

  private final LayersSettings settings;
  private final Workers workers;
  private final Consumer<String> progress;
  private final Random random;

  /** Measurement that tells a sentence now and then. */
  public Layers(LayersSettings settings, Workers workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
    this.random = new Random(settings.seed());
  }

  /** Measures. */
  public Report run() {
    Map<Integer, Map<String, Times>> measured = new LinkedHashMap<>();
    long begin = System.nanoTime();
    for (int start = 0; start < settings.starts(); start++) {
      long end = begin + settings.duration().toNanos() / settings.starts() * (start + 1);
      try (Crew crew = workers.start(settings.calls() ? WORKERS_OF_CALLS : WORKERS_OF_LINKS)) {
        measure(crew, start, measured, end);
      }
    }
    LayersReport report = new LayersReport(settings);
    measured.forEach(report::add);
    return report.finish();
  }

  private void measure(Crew crew, int start, Map<Integer, Map<String, Times>> measured, long end) {
    for (int connection = 0; connection < settings.connections(); connection++) {
      List<String> kinds = open(crew);
      if (connection == 0) {
        warmUp(crew, kinds);
      }
      for (int i = 0; i < settings.sizes().size(); i++) {
        int size = settings.sizes().get(i);
        progress.accept(
            "%d bytes, start %d of %d, connection %d of %d"
                .formatted(
                    size, start + 1, settings.starts(), connection + 1, settings.connections()));
        Map<String, Times> times = measured.computeIfAbsent(size, s -> new LinkedHashMap<>());
        if (connection == 0) {
          kinds.forEach(kind -> times.computeIfAbsent(kind, k -> new Times()).newStart());
        }
        long now = System.nanoTime();
        int left = (settings.connections() - connection) * settings.sizes().size() - i;
        measure(crew, kinds, size, times, now + (end - now) / left);
      }
      crew.part(0, WORKERS_OF_LINKS).all(LinkRole.class, "leave");
    }
  }

  private List<String> open(Crew crew) {
    List<String> kinds = new ArrayList<>(settings.kinds());
    for (String kind : kinds) {
      connect(
          crew.part(0, WORKERS_OF_LINKS),
          kind,
          kinds.indexOf(kind),
          settings.engine(),
          settings.folder());
    }
    if (settings.calls()) {
      progress.accept("starting business nodes");
      connect(crew, Kinds.HA_CALL, Nodes.start(crew.part(2, 4), true, settings.engine()));
      connect(crew, Kinds.CALL, Nodes.start(crew.part(4, 5), false, settings.engine()));
      kinds.add(Kinds.CALL);
      kinds.add(Kinds.HA_CALL);
    }
    return kinds;
  }

  /**
   * Connects two workers by a layer.
   *
   * @param number of the group among those of the workers
   * @param folder for the stack file
   */
  public static void connect(Crew two, String kind, int number, String engine, Path folder) {
    // names of one length: each message carries its group's
    Arguments common =
        Arguments.of("kind", kind, "engine", engine).with("group", "bench%02d".formatted(number));
    if (engine.equals(Subject.JGROUPS)) {
      common =
          common.with(
              ProtocolProvider.STACK, StackFile.of("tcp").write(folder, "layers").toAbsolutePath());
    }
    Groups.form(two, LinkRole.class, common);
  }

  private static void connect(Crew crew, String kind, Nodes nodes) {
    Arguments client =
        Arguments.of("client", kind, "stock", false, "policy", "FirstAvailable", "lines", 10);
    crew.worker(0).tell(ClientRole.class, "connect", client.with("servers", nodes.servers()));
    crew.worker(0).tell(ClientRole.class, "open", client.with("sessions", 1));
  }

  private void warmUp(Crew crew, List<String> kinds) {
    progress.accept("warming up");
    for (String kind : kinds) {
      measure(crew, kind, settings.sizes().get(0), settings.warmups());
    }
  }

  /** In turns, each order followed by its reverse, until that reading of the clock or longer. */
  private void measure(
      Crew crew, List<String> kinds, int size, Map<String, Times> measured, long end) {
    kinds.forEach(kind -> measure(crew, kind, size, settings.pairs(size)));
    List<String> turn = new ArrayList<>(kinds);
    for (int round = 0;
        round < settings.roundsOfConnection() || System.nanoTime() < end;
        round += ROUNDS_OF_BLOCK) {
      Collections.shuffle(turn, random);
      for (int half = 0; half < ROUNDS_OF_BLOCK; half++) {
        for (String kind : turn) {
          measured.get(kind).add(measure(crew, kind, size, settings.pairs(size)));
        }
        Collections.reverse(turn);
      }
    }
  }

  private static Pairs measure(Crew crew, String kind, int size, int pairs) {
    Arguments arguments = Arguments.of("size", size, "pairs", pairs);
    JsonNode answer =
        kind.equals(Kinds.CALL) || kind.equals(Kinds.HA_CALL)
            ? crew.worker(0).tell(ClientRole.class, "takes", arguments.with("client", kind))
            : crew.worker(1).tell(LinkRole.class, "measure", arguments.with("kind", kind));
    return Pairs.of(answer);
  }
}
