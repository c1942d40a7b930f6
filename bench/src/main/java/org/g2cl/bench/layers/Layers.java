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
    Map<Integer, Map<String, List<Pairs>>> measured = new LinkedHashMap<>();
    for (int start = 0; start < settings.starts(); start++) {
      try (Crew crew = workers.start(settings.calls() ? WORKERS_OF_CALLS : WORKERS_OF_LINKS)) {
        List<String> kinds = open(crew);
        warmUp(crew, kinds);
        for (int size : settings.sizes()) {
          progress.accept("%d bytes, start %d of %d".formatted(size, start + 1, settings.starts()));
          measure(crew, kinds, size, measured.computeIfAbsent(size, s -> new LinkedHashMap<>()));
        }
      }
    }
    LayersReport report = new LayersReport(settings);
    measured.forEach(report::add);
    return report.finish();
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

  private void measure(Crew crew, List<String> kinds, int size, Map<String, List<Pairs>> measured) {
    kinds.forEach(kind -> measured.computeIfAbsent(kind, k -> new ArrayList<>()));
    List<String> turn = new ArrayList<>(kinds);
    for (int round = -1; round < settings.roundsOfStart(); round++) {
      Collections.shuffle(turn, random);
      for (String kind : turn) {
        Pairs pairs = measure(crew, kind, size, settings.pairs(size));
        if (round >= 0) {
          measured.get(kind).add(pairs);
        }
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
