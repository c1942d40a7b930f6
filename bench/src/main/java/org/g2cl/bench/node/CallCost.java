package org.g2cl.bench.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.g2cl.bench.layers.Kinds;
import org.g2cl.bench.layers.Layers;
import org.g2cl.bench.layers.LinkRole;
import org.g2cl.bench.layers.Pairs;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Worker;
import org.g2cl.bench.worker.Workers;

/**
 * Cost of one synchronous backup: calls of a stateful bean by a remote client, replicated and not,
 * in the same run and taking turns; and requests of JGroups' own MessageDispatcher between the two
 * JVMs that replicate.
 */
public final class CallCost {
  private static final int NODES = 2;
  private static final int REQUEST_BYTES = 1_000;

  private final CallSettings settings;
  private final Workers workers;
  private final Consumer<String> progress;
  private final Random random;
  private final Map<CallSystem, Nodes> nodes = new EnumMap<>(CallSystem.class);

  /** Measurement that tells a sentence now and then. */
  public CallCost(CallSettings settings, Workers workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
    this.random = new Random(settings.seed());
  }

  /** Measures. */
  public Report run() {
    CallReport report = new CallReport(settings);
    boolean compared = settings.systems().size() > 1;
    try (Crew crew = workers.start(compared ? 2 * NODES + 1 : 2)) {
      progress.accept("starting business nodes");
      Worker client = crew.worker(crew.size() - 1);
      startNodes(crew, compared);
      settings.systems().forEach(system -> connect(client, system));
      for (int lines : settings.lines()) {
        measure(client, lines, report);
      }
    }
    return report.finish();
  }

  /** A single system runs on one node, for a test that has one JVM. */
  private void startNodes(Crew crew, boolean compared) {
    int each = compared ? NODES : 1;
    Crew first = crew.part(0, each);
    if (settings.systems().contains(CallSystem.REPLICATED)) {
      nodes.put(CallSystem.REPLICATED, Nodes.start(first, true, settings.engine()));
    }
    if (compared) {
      Nodes plain = Nodes.start(crew.part(NODES, 2 * NODES), false, settings.engine());
      nodes.put(CallSystem.UNREPLICATED, plain);
      nodes.put(CallSystem.STOCK, plain);
      Dispatchers.connect(first, settings);
    }
  }

  private void connect(Worker client, CallSystem system) {
    Nodes own = nodes.get(system);
    Arguments arguments =
        name(system).with("stock", system == CallSystem.STOCK).with("policy", "RoundRobin");
    client.tell(ClientRole.class, "connect", arguments.with("servers", own.servers()));
  }

  private static Arguments name(CallSystem system) {
    return Arguments.of("client", system.label());
  }

  private void measure(Worker client, int lines, CallReport report) {
    int bytes = 0;
    for (CallSystem system : settings.systems()) {
      Arguments open =
          name(system).with("lines", lines).with("sessions", Math.max(1, settings.callers()));
      client.tell(ClientRole.class, "drop", open);
      bytes = client.tell(ClientRole.class, "open", open).asInt();
    }
    List<CallSystem> turn = new ArrayList<>(settings.systems());
    for (int round = -settings.warmups(); round < settings.rounds(); round++) {
      progress.accept("%d bytes of state, round %d".formatted(bytes, round + 1));
      Collections.shuffle(turn, random);
      for (CallSystem system : turn) {
        CallRound result = round(client, system, lines);
        if (round >= 0) {
          report.add(bytes, system, result);
        }
      }
      requests(bytes, round, report);
    }
  }

  private CallRound round(Worker client, CallSystem system, int lines) {
    Arguments arguments = name(system).with("lines", lines).with("pairs", settings.pairs());
    Pairs alone = Pairs.of(client.tell(ClientRole.class, "calls", arguments));
    Nodes own = nodes.get(system);
    long cpu = own.cpuNanos();
    JsonNode load =
        client.tell(
            ClientRole.class,
            "load",
            arguments.with("callers", settings.callers()).with("millis", settings.millis()));
    double calls = load.get("calls").asDouble();
    return new CallRound(
        alone.median(),
        calls / load.get("seconds").asDouble(),
        load.get("median").asDouble(),
        load.get("p99").asDouble(),
        (own.cpuNanos() - cpu) / 1e3 / calls);
  }

  private void requests(int bytes, int round, CallReport report) {
    if (settings.systems().size() == 1) {
      return;
    }
    for (String kind : Dispatchers.KINDS) {
      Pairs pairs =
          Pairs.of(
              nodes
                  .get(CallSystem.REPLICATED)
                  .crew()
                  .worker(1)
                  .tell(
                      LinkRole.class,
                      "measure",
                      Arguments.of("kind", kind, "size", REQUEST_BYTES)
                          .with("pairs", settings.pairs())));
      if (round >= 0) {
        report.addRequest(bytes, kind, pairs.median());
      }
    }
  }

  /** JGroups' own dispatchers between the two nodes that replicate. */
  private static final class Dispatchers {
    private static final List<String> KINDS =
        List.of(Kinds.JGROUPS_DISPATCHER, Kinds.JGROUPS_DISPATCHER_OOB);

    private Dispatchers() {}

    private static void connect(Crew two, CallSettings settings) {
      for (String kind : KINDS) {
        Layers.connect(two, kind, KINDS.indexOf(kind), settings.engine(), settings.folder());
      }
    }
  }
}
