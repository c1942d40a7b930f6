package org.g2cl.bench.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Workers;

/**
 * Delivery rate of systems side by side.
 *
 * <p>All systems are open in the same workers, each with a group of its own, and take turns round
 * by round in an order drawn anew each time; idle groups cost next to nothing. After Sales et al.,
 * "An Evaluation of the Performance Impact of Generic APIs on Two Group Communication Systems".
 */
public final class Delivery {
  private static final Duration LEAD = Duration.ofMillis(20);
  private static final int ATTEMPTS = 5;

  private final DeliverySettings settings;
  private final Function<String, Workers> workers;
  private final Consumer<String> progress;
  private final Random random;

  /**
   * @param workers workers for the systems of an engine; engines with the same workers share them
   * @param progress takes a sentence now and then
   */
  public Delivery(
      DeliverySettings settings, Function<String, Workers> workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
    this.random = new Random(settings.seed());
  }

  /** Measures. */
  public Report run() {
    DeliveryReport report = new DeliveryReport(settings);
    for (String transport : settings.transports()) {
      report.add(measure(transport));
    }
    return report.finish();
  }

  private List<Cell> measure(String transport) {
    Map<Integer, Map<Subject, Rates>> rates = new LinkedHashMap<>();
    for (int start = 0; start < settings.starts(); start++) {
      Map<Workers, Crew> crews = new LinkedHashMap<>();
      try {
        Map<Subject, Crew> groups = form(transport, crews);
        for (int size : settings.sizes()) {
          progress.accept(
              "%s, %d bytes, start %d of %d"
                  .formatted(transport, size, start + 1, settings.starts()));
          measure(groups, size, rates.computeIfAbsent(size, s -> new LinkedHashMap<>()));
        }
      } finally {
        crews.values().forEach(Crew::close);
      }
    }
    return cells(transport, rates);
  }

  private Map<Subject, Crew> form(String transport, Map<Workers, Crew> crews) {
    Map<Subject, Crew> groups = new LinkedHashMap<>();
    for (Subject subject : settings.subjects()) {
      Crew crew =
          crews.computeIfAbsent(
              workers.apply(subject.engine()), source -> source.start(settings.members()));
      Groups.form(crew, MemberRole.class, arguments(transport, subject, groups.size()));
      groups.put(subject, crew);
    }
    return groups;
  }

  /** Engines other than JGroups 5 bring a stack of their own. */
  private Arguments arguments(String transport, Subject subject, int number) {
    // names of one length: each message carries its group's
    Arguments common =
        Arguments.of("subject", subject.id(), "group", "bench%02d".formatted(number));
    if (!subject.engine().equals(Subject.JGROUPS)) {
      return new Arguments(settings.of(subject.engine(), common.values()));
    }
    StackFile stack = StackFile.of(transport).multicastPort(number);
    settings.transportSettings().forEach(stack::transport);
    Path file = stack.write(settings.folder(), "delivery-" + transport + "-" + subject.id());
    Arguments own = common.with(ProtocolProvider.STACK, file.toAbsolutePath());
    // with peers the binding would replace multicast by a datagram to each
    return transport.equals("udp") ? own.with(ProtocolProvider.PEERS, "") : own;
  }

  private void measure(Map<Subject, Crew> groups, int size, Map<Subject, Rates> rates) {
    int rounds = (settings.rounds() + settings.starts() - 1) / settings.starts();
    List<Subject> turn = new ArrayList<>(groups.keySet());
    turn.forEach(subject -> rates.computeIfAbsent(subject, s -> new Rates()));
    for (int round = -settings.warmups(); round < rounds; round++) {
      Collections.shuffle(turn, random);
      for (Subject subject : turn) {
        List<JsonNode> results = round(groups.get(subject), subject, size);
        if (round >= 0) {
          rates.get(subject).add(results, expected(), settings.messages());
        }
      }
    }
  }

  /** Repeats a round that a member was late for, with ever more time before the start. */
  private List<JsonNode> round(Crew crew, Subject subject, int size) {
    List<JsonNode> results = List.of();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      results = round(crew, subject, size, LEAD.multipliedBy(1L << attempt));
      if (results.stream().noneMatch(result -> result.get("late").asBoolean())) {
        return results;
      }
    }
    progress.accept(
        "%s: a member started late in each of %d tries, the last counts"
            .formatted(subject.label(), ATTEMPTS));
    return results;
  }

  private List<JsonNode> round(Crew crew, Subject subject, int size, Duration lead) {
    crew.all(MemberRole.class, "arm", "subject", subject.id(), "expected", expected());
    return crew.all(
        MemberRole.class,
        "run",
        "subject",
        subject.id(),
        "size",
        size,
        "count",
        settings.messages(),
        "start",
        System.nanoTime() + lead.toNanos());
  }

  private long expected() {
    return (long) settings.members() * settings.messages();
  }

  private List<Cell> cells(String transport, Map<Integer, Map<Subject, Rates>> rates) {
    List<Cell> cells = new ArrayList<>();
    Subject first = settings.subjects().get(0);
    rates.forEach(
        (size, bySubject) ->
            bySubject.forEach(
                (subject, its) ->
                    cells.add(
                        its.cell(
                            transport, subject, size, bySubject.get(first), settings.starts()))));
    return cells;
  }
}
