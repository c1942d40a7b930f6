package org.g2cl.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import org.g2cl.bench.delivery.Delivery;
import org.g2cl.bench.delivery.DeliverySettings;
import org.g2cl.bench.delivery.Layer;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Namespace;
import org.g2cl.bench.worker.WorkerJvms;
import org.g2cl.bench.worker.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** {@code ./ha bench delivery}. */
@Command(
    name = "delivery",
    description = {
      "How many messages a second does each layer deliver?",
      "N members each multicast M messages of each size to all in total order. JGroups alone, jGCS"
          + " on JGroups and G2CL on JGroups take turns round by round; with --jgroups4 also"
          + " JGroups 4.2 alone, jGCS and G2CL on it; with --spread also Spread alone, jGCS and"
          + " G2CL on Spread; with --engine=legacy=JARS also jGCS and G2CL on a plug-in of jGCS"
          + " 0.6."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class DeliveryCommand extends RoundsCommand {
  private static final List<String> TRANSPORTS = List.of("tcp", "udp");
  private static final int MOST_BYTES = 1_000_000;

  @Option(
      names = "--transport",
      paramLabel = "tcp|udp",
      split = ",",
      defaultValue = "tcp,udp",
      description = "Stacks of JGroups. UDP runs in a network namespace of its own.")
  private List<String> transports;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "4",
      description = "Members, a JVM each.")
  private int members;

  @Option(
      names = "--messages",
      paramLabel = "M",
      showDefaultValue = Visibility.NEVER,
      description = "Messages of each member a round (default: 1000; with --quick 300).")
  private Integer messages;

  @Option(
      names = "--sizes",
      paramLabel = "BYTES",
      split = ",",
      defaultValue = "1,10,100,1000,10000",
      description = "Sizes of a message, 1 to 1000000.")
  private List<Integer> sizes;

  @Option(
      names = "--starts",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "Times that the members are started anew (default: 10; with --quick 1).")
  private Integer starts;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description =
          "Most rounds of each size before those measured, fewer when they get no faster (default:"
              + " 20; with --quick 3).")
  private Integer warmups;

  @Option(
      names = "--transport-setting",
      paramLabel = "NAME=VALUE",
      description =
          "Attribute of JGroups' transport in place of the stack's, for all alike, for instance"
              + " bundler_type=no-bundler.")
  private Map<String, String> transportSettings = new LinkedHashMap<>();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description =
          "Time for each transport: as many rounds as fit, at least those of --rounds (default: 12;"
              + " with --quick 0).")
  private Double minutes;

  @Option(
      names = "--spread",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "Daemons of Spread, which members use in turn: adds Spread alone, jGCS and G2CL on"
              + " Spread. They must run already; there is no daemon of our own that would tell"
              + " anything.")
  private List<String> daemons = List.of();

  @Option(
      names = "--jgroups4",
      description =
          "Adds JGroups 4.2 alone, jGCS and G2CL on it, in workers of their own with the jars of"
              + " the build.")
  private boolean jgroups4;

  @Option(
      names = "--engine",
      paramLabel = "NAME[=JARS]",
      mapFallbackValue = "",
      description =
          "Further engine to be measured under jGCS and G2CL, by the name of its binding; JARS is a"
              + " folder with the binding's jars when they are not on the class path, or to replace"
              + " those that are.")
  private Map<String, String> engines = new LinkedHashMap<>();

  @Option(
      names = "--engine-setting",
      paramLabel = "NAME.KEY=VALUE",
      description =
          "Setting of an engine, for instance jgroups.packing=false, or legacy.jars=FOLDER,"
              + " legacy.factory-class=CLASS and so on for a plug-in of jGCS 0.6"
              + " (docs/howto/appia.md).")
  private Map<String, String> engineSettings = new LinkedHashMap<>();

  @Option(
      names = "--layer",
      paramLabel = "LAYER",
      split = ",",
      description =
          "Only these layers; each is compared with its engine alone, or else with the first"
              + " system.")
  private List<Layer> layers = List.of(Layer.values());

  @Option(
      names = "--without-jgroups",
      description = "Only the engines of --engine; the first is what the others are compared with.")
  private boolean withoutJgroups;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the orders in which groups are formed and systems and sizes take turns.")
  private long seed = ThreadLocalRandom.current().nextLong(1_000_000);

  @Override
  Report measure() {
    addEngines();
    check();
    List<String> possible = new ArrayList<>(transports);
    WorkerJvms jvms = jvms();
    try (Namespace namespace = namespace(possible)) {
      Map<String, Workers> byEngine = new LinkedHashMap<>();
      WorkerJvms own = namespace == null ? jvms : jvms.behind(namespace.command());
      Workers common = workers(own);
      engines.forEach(
          (engine, jars) ->
              byEngine.put(engine, jars.isEmpty() ? common : workers(own.withJars(Path.of(jars)))));
      return new Delivery(
              settings(possible), engine -> byEngine.getOrDefault(engine, common), this::say)
          .run();
    }
  }

  private void check() {
    transports.forEach(transport -> oneOf("--transport", transport, TRANSPORTS));
    range("--members", members, 1, 64);
    range("--messages", messages == null ? 1 : messages, 1, 1_000_000);
    sizes(sizes, MOST_BYTES);
    starts(starts);
    range("--warmups", warmups == null ? 0 : warmups, 0, 1_000);
    range("--minutes", minutes == null ? 0 : (long) Math.ceil(minutes), 0, 600);
    engines.forEach(this::checkEngine);
    engineSettings.keySet().forEach(this::checkSetting);
    if (!withoutJgroups) {
      checkSettings(Subject.JGROUPS);
    }
  }

  /** What comes from a folder of jars is known in the workers alone. */
  private void checkEngine(String name, String jars) {
    if (jars.isEmpty()) {
      engine(name);
      checkSettings(name);
    } else if (!Files.isDirectory(Path.of(jars))) {
      throw wrong(
          "--engine %s=%s: there is no such folder; name that of its jars".formatted(name, jars));
    }
  }

  private void checkSetting(String key) {
    String engine = key.substring(0, Math.max(0, key.indexOf('.')));
    boolean own = !withoutJgroups && engine.equals(Subject.JGROUPS);
    if (!own && !engines.containsKey(engine)) {
      throw wrong(
          "--engine-setting %s is of no engine that is measured: write NAME.KEY=VALUE, NAME one of %s"
              .formatted(key, measured()));
    }
  }

  private String measured() {
    List<String> names = new ArrayList<>(withoutJgroups ? List.of() : List.of(Subject.JGROUPS));
    names.addAll(engines.keySet());
    return String.join(", ", names);
  }

  private void checkSettings(String engine) {
    try {
      Protocols.factory(engine, DeliverySettings.of(engine, engineSettings, Map.of()));
    } catch (GroupException e) {
      throw wrong("--engine-setting: " + e.getMessage());
    }
  }

  private void addEngines() {
    if (!daemons.isEmpty()) {
      engines.put(Subject.SPREAD, "");
      engineSettings.put(Subject.SPREAD + ".peers", String.join(",", daemons));
    }
    if (jgroups4) {
      engines.put(Subject.JGROUPS4, jgroups4Jars().toString());
    }
  }

  private static Path jgroups4Jars() {
    Path jars = Path.of(System.getProperty("ha.root", ".."), "loadtest/target/engines/jgroups4");
    if (!Files.isDirectory(jars)) {
      throw new BenchException(
          "the jars of JGroups 4.2 are not in %s: build the project (mvn -DskipTests package), or name them by --engine=jgroups4=JARS"
              .formatted(jars));
    }
    return jars;
  }

  /** UDP multicast needs a loopback that carries it, which that of a machine seldom does. */
  private Namespace namespace(List<String> possible) {
    if (withoutJgroups || !possible.contains("udp")) {
      return null;
    }
    Namespace namespace = Namespace.open();
    if (namespace == null) {
      possible.remove("udp");
      say("UDP is left out: no network namespace can be made here (unshare --net, as root)");
    }
    return namespace;
  }

  private DeliverySettings settings(List<String> possible) {
    List<Subject> subjects = new ArrayList<>();
    if (!withoutJgroups) {
      subjects.addAll(Subject.ON_JGROUPS);
    }
    engines.keySet().forEach(engine -> subjects.addAll(Subject.on(engine)));
    subjects.removeIf(subject -> !layers.contains(subject.layer()));
    if (subjects.isEmpty()) {
      throw wrong(
          "--without-jgroups and --layer leave nothing to measure: name an --engine, or other layers");
    }
    return new DeliverySettings(
        withoutJgroups ? List.of("own") : possible,
        subjects,
        members,
        sizes,
        messages == null ? common.pick(1_000, 300) : messages,
        rounds(),
        Duration.ofSeconds(Math.round(60 * (minutes == null ? common.pick(12.0, 0.0) : minutes))),
        warmups == null ? common.pick(20, 3) : warmups,
        starts == null ? common.pick(10, 1) : starts,
        transportSettings,
        engineSettings,
        common.out.resolve("stacks"),
        seed);
  }
}
