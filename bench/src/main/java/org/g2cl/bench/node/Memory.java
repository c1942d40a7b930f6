package org.g2cl.bench.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Worker;
import org.g2cl.bench.worker.Workers;

/**
 * Heap that sessions take at their owner and at their backup, against a formula fitted to it.
 *
 * <p>After the study of Lua processes: fitted to some measurements, checked by another one.
 */
public final class Memory {
  private static final Arguments CLIENT =
      Arguments.of("client", "memory", "stock", false, "policy", "FirstAvailable");

  private final MemorySettings settings;
  private final Workers workers;
  private final Consumer<String> progress;

  /** Measurement that tells a sentence now and then. */
  public Memory(MemorySettings settings, Workers workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
  }

  /** Measures; each series has nodes of its own, since removed sessions leave tombstones. */
  public Report run() {
    List<HeapPoint> points = new ArrayList<>();
    for (int lines : settings.lines()) {
      try (Crew crew = workers.start(settings.nodes() + 1)) {
        progress.accept("starting business nodes");
        Nodes nodes = Nodes.start(crew.part(0, settings.nodes()), true, settings.engine());
        points.addAll(measure(nodes, crew.worker(settings.nodes()), lines));
      }
    }
    return new MemoryReport(settings, points).finish();
  }

  private List<HeapPoint> measure(Nodes nodes, Worker client, int lines) {
    client.tell(ClientRole.class, "connect", CLIENT.with("servers", nodes.first()));
    Arguments open = CLIENT.with("lines", lines);
    // what is made once is there before anything is measured
    client.tell(ClientRole.class, "create", open.with("sessions", settings.before()));
    awaitCopies(nodes, settings.before());
    List<Long> empty = heaps(nodes);
    List<HeapPoint> points = new ArrayList<>();
    for (int count : settings.counts()) {
      int bytes =
          client
              .tell(ClientRole.class, "open", open.with("sessions", settings.before() + count))
              .asInt();
      awaitCopies(nodes, settings.before() + count);
      List<Long> full = heaps(nodes);
      progress.accept("%d sessions of %d bytes".formatted(count, bytes));
      points.add(
          new HeapPoint(
              count,
              bytes,
              full.get(0) - empty.get(0),
              full.size() > 1 ? full.get(1) - empty.get(1) : 0));
    }
    return points;
  }

  private static List<Long> heaps(Nodes nodes) {
    return nodes.crew().all(NodeRole.class, "heap").stream().map(heap -> heap.asLong()).toList();
  }

  private static void awaitCopies(Nodes nodes, int count) {
    if (nodes.crew().size() > 1) {
      Worker backup = nodes.crew().worker(1);
      Nodes.await(
          () -> backup.tell(NodeRole.class, "copies").asInt() >= count,
          "the backup does not hold " + count + " copies");
    }
  }
}
