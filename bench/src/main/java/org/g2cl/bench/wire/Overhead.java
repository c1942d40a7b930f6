package org.g2cl.bench.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.g2cl.bench.delivery.Layer;
import org.g2cl.bench.delivery.StackFile;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.layers.Kinds;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Worker;
import org.g2cl.bench.worker.Workers;
import org.g2cl.loadtest.bed.Ports;
import org.g2cl.loadtest.statistics.Sample;

/**
 * Bytes of a message on the wire by layer.
 *
 * <p>Two members of a group; the first sends. The transport counts all that it writes to its
 * sockets. No messages are bundled, so that each has the whole of its own headers.
 */
public final class Overhead {
  /** Messages before those that are counted: from here on the counts in headers have two bytes. */
  private static final int FIRST = 256;

  private static final Map<String, String> MULTICASTS = new LinkedHashMap<>();
  private static final Map<String, String> UNICASTS = new LinkedHashMap<>();

  static {
    MULTICASTS.put(OverheadReport.ENGINE, new Subject(Layer.ALONE, Subject.JGROUPS).id());
    MULTICASTS.put(OverheadReport.JGCS, new Subject(Layer.JGCS, Subject.JGROUPS).id());
    MULTICASTS.put(OverheadReport.G2CL, new Subject(Layer.G2CL, Subject.JGROUPS).id());
    UNICASTS.put(OverheadReport.ENGINE, Kinds.ENGINE);
    UNICASTS.put(OverheadReport.JGCS, Kinds.JGCS);
    UNICASTS.put(OverheadReport.G2CL, Kinds.G2CL);
    UNICASTS.put(OverheadReport.DISPATCHER, Kinds.DISPATCHER);
    UNICASTS.put(OverheadReport.JGROUPS_DISPATCHER, Kinds.JGROUPS_DISPATCHER_DIRECT);
  }

  private final List<Integer> sizes;
  private final int messages;
  private final int rounds;
  private final Path folder;
  private final Workers workers;
  private final Consumer<String> progress;

  /**
   * @param messages messages of a round
   * @param folder for stack files
   */
  public Overhead(
      List<Integer> sizes,
      int messages,
      int rounds,
      Path folder,
      Workers workers,
      Consumer<String> progress) {
    this.sizes = List.copyOf(sizes);
    this.messages = messages;
    this.rounds = rounds;
    this.folder = folder;
    this.workers = workers;
    this.progress = progress;
  }

  /** Measures. */
  public Report run() {
    OverheadReport report = new OverheadReport(sizes, messages, rounds);
    try (Crew crew = workers.start(1)) {
      MULTICASTS.forEach(
          (layer, kind) -> report.add("multicast", layer, count(crew.worker(0), kind, true)));
      UNICASTS.forEach(
          (layer, kind) -> report.add("to one member", layer, count(crew.worker(0), kind, false)));
    }
    return report.finish();
  }

  private Map<Integer, Double> count(Worker worker, String kind, boolean multicast) {
    progress.accept((multicast ? "multicast, " : "to one member, ") + kind);
    Path stack =
        StackFile.of("tcp")
            .transport(TCP.class)
            .transport("bundler_type", "no-bundler")
            .write(folder, "overhead");
    Arguments common =
        Arguments.of("name", kind + multicast, "kind", kind, "multicast", multicast)
            .with("stack", stack.toAbsolutePath())
            .with("ports", ports());
    worker.tell(WireRole.class, "open", common);
    worker.tell(WireRole.class, "count", common.with("size", 1).with("messages", FIRST));
    Map<Integer, List<Double>> written = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (int size : sizes) {
        written
            .computeIfAbsent(size, s -> new ArrayList<>())
            .add(count(worker, common.with("size", size)));
      }
    }
    Map<Integer, Double> bytes = new LinkedHashMap<>();
    // heartbeats and acknowledgements that fall into a round only add, and into few rounds
    written.forEach((size, perMessage) -> bytes.put(size, Sample.of(perMessage).median()));
    return bytes;
  }

  private double count(Worker worker, Arguments arguments) {
    JsonNode written = worker.tell(WireRole.class, "count", arguments.with("messages", messages));
    return written.get(0).asDouble() / messages;
  }

  private static String ports() {
    try (Ports free = Ports.free()) {
      return free.take() + "," + free.take();
    }
  }
}
