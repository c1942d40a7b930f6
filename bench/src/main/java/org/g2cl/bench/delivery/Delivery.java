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
import java.util.TreeMap;
import java.util.function.BiConsumer;
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
 * <p>All systems of a JGroups are open in the same workers, each with a group of its own, and take
 * turns round by round, in an order drawn anew for each block and then in its reverse; idle groups
 * cost next to nothing. After Sales et al., "An Evaluation of the Performance Impact of Generic
 * APIs on Two Group Communication Systems".
 */
public final class Delivery {
  private static final Duration LEAD = Duration.ofMillis(20);
  private static final int ATTEMPTS = 5;
  private static final int ROUNDS_OF_BLOCK = 2;

  /** On the class path of those workers, so that the engine alone finds it too. */
  private static final String JGROUPS4_STACK = "org/g2cl/jgcs/jgroups4/tcp.xml";

  /** Blocks that are compared with as many before them. */
  private static final int SETTLING = 3;

  private static final double SETTLED = 0.95;

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
    Map<Integer, Map<Subject, Rates>> rates = new TreeMap<>();
    long begin = System.nanoTime();
    for (int start = 0; start < settings.starts(); start++) {
      long end = begin + settings.duration().toNanos() / settings.starts() * (start + 1);
      Map<Workers, Crew> crews = new LinkedHashMap<>();
      try {
        Map<Subject, Crew> groups = form(transport, crews);
        List<Integer> sizes = new ArrayList<>(settings.sizes());
        Collections.shuffle(sizes, random);
        for (int i = 0; i < sizes.size(); i++) {
          int size = sizes.get(i);
          progress.accept(
              "%s, %d bytes, start %d of %d"
                  .formatted(transport, size, start + 1, settings.starts()));
          long now = System.nanoTime();
          measure(
              groups,
              size,
              rates.computeIfAbsent(size, s -> new LinkedHashMap<>()),
              now + (end - now) / (sizes.size() - i));
        }
      } finally {
        crews.values().forEach(Crew::close);
      }
    }
    return cells(transport, rates);
  }

  /**
   * Forms them in an order drawn anew: at 10,000 bytes the first may have been some 3 % faster,
   * whatever it was.
   */
  private Map<Subject, Crew> form(String transport, Map<Workers, Crew> crews) {
    Map<Subject, Crew> groups = new LinkedHashMap<>();
    List<Subject> order = new ArrayList<>(settings.subjects());
    Collections.shuffle(order, random);
    for (Subject subject : order) {
      Crew crew =
          crews.computeIfAbsent(
              workers.apply(subject.engine()), source -> source.start(settings.members()));
      Arguments arguments = arguments(transport, subject, groups.size());
      Groups.form(crew, MemberRole.class, i -> own(subject, arguments, i));
      groups.put(subject, crew);
    }
    return groups;
  }

  /** Members of Spread begin at one daemon after the other. */
  private static Arguments own(Subject subject, Arguments arguments, int member) {
    if (!subject.engine().equals(Subject.SPREAD)) {
      return arguments;
    }
    List<String> daemons = new ArrayList<>(arguments.list(ProtocolProvider.PEERS));
    Collections.rotate(daemons, -member);
    return arguments.with(ProtocolProvider.PEERS, String.join(",", daemons));
  }

  /** Engines other than JGroups 5 bring a stack of their own. */
  private Arguments arguments(String transport, Subject subject, int number) {
    // names of one length: each message carries its group's
    Arguments common =
        Arguments.of("subject", subject.id(), "group", "bench%02d".formatted(number));
    if (subject.engine().equals(Subject.JGROUPS4)) {
      common = common.with(ProtocolProvider.STACK, JGROUPS4_STACK);
    }
    if (!subject.engine().equals(Subject.JGROUPS)) {
      return new Arguments(settings.of(subject.engine(), common.values()));
    }
    StackFile stack = StackFile.of(transport).multicastPort(number);
    settings.transportSettings().forEach(stack::transport);
    Path file = stack.write(settings.folder(), "delivery-" + transport + "-" + subject.id());
    Arguments own = common.with(ProtocolProvider.STACK, file.toAbsolutePath());
    // with peers the binding would replace multicast by a datagram to each
    Arguments found = transport.equals("udp") ? own.with(ProtocolProvider.PEERS, "") : own;
    return new Arguments(settings.of(Subject.JGROUPS, found.values()));
  }

  /** Measures until that reading of the clock, or longer for the least number of rounds. */
  private void measure(Map<Subject, Crew> groups, int size, Map<Subject, Rates> rates, long end) {
    for (Subject subject : settings.subjects()) {
      rates.computeIfAbsent(subject, s -> new Rates()).newStart();
    }
    warmUp(groups, size, end);
    int rounds = (settings.rounds() + settings.starts() - 1) / settings.starts();
    for (int round = 0; round < rounds || System.nanoTime() < end; round += ROUNDS_OF_BLOCK) {
      block(
          groups,
          size,
          (subject, results) -> rates.get(subject).add(results, expected(), settings.messages()));
    }
  }

  /** Until some blocks are hardly faster than as many before, for a third of the time at most. */
  private void warmUp(Map<Subject, Crew> groups, int size, long end) {
    long begin = System.nanoTime();
    long latest = begin + Math.max(0, end - begin) / 3;
    List<Double> seconds = new ArrayList<>();
    for (int round = 0; round < settings.warmups(); round += ROUNDS_OF_BLOCK) {
      double[] sum = {0};
      block(groups, size, (subject, results) -> sum[0] += longest(results));
      seconds.add(sum[0]);
      boolean late = !settings.duration().isZero() && System.nanoTime() > latest;
      if (late || isSettled(seconds)) {
        return;
      }
    }
  }

  private static double longest(List<JsonNode> results) {
    return results.stream().mapToDouble(r -> r.get("seconds").asDouble()).max().orElse(0);
  }

  private static boolean isSettled(List<Double> seconds) {
    int count = seconds.size();
    return count >= 2 * SETTLING
        && sum(seconds.subList(count - SETTLING, count))
            > SETTLED * sum(seconds.subList(count - 2 * SETTLING, count - SETTLING));
  }

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** A round of each system in some order, then one of each in the reverse order. */
  private void block(
      Map<Subject, Crew> groups, int size, BiConsumer<Subject, List<JsonNode>> results) {
    List<Subject> turn = new ArrayList<>(groups.keySet());
    Collections.shuffle(turn, random);
    List<Subject> both = new ArrayList<>(turn);
    Collections.reverse(turn);
    both.addAll(turn);
    both.forEach(subject -> results.accept(subject, round(groups.get(subject), subject, size)));
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
    rates.forEach(
        (size, bySubject) ->
            bySubject.forEach(
                (subject, its) -> {
                  Subject reference = subject.reference(settings.subjects());
                  cells.add(its.cell(transport, subject, size, bySubject.get(reference)));
                }));
    return cells;
  }
}
