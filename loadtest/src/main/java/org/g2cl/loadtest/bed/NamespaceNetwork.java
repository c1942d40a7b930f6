package org.g2cl.loadtest.bed;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Bridge between namespaces, disturbed by routing rules and queues.
 *
 * <p>A block is a rule of the receiver that sends what comes from an address into a black hole:
 * silent, one way, and found where iptables and nft are not. Rules are looked at in order, and the
 * table of local addresses comes first by default, so it is moved behind them.
 */
final class NamespaceNetwork implements Network {
  private static final int LOCAL_TABLE = 1000;
  private static final int FIRST_RULE = 100;

  private final String bedAddress;
  private final Map<String, NamespaceHost> hosts = new HashMap<>();
  private final Set<List<String>> blocked = new LinkedHashSet<>();
  private final Set<String> slow = new LinkedHashSet<>();
  private final Set<Ability> abilities = tryOut();

  /** A network without nodes. */
  NamespaceNetwork(String bedAddress) {
    this.bedAddress = bedAddress;
  }

  /**
   * Moves the table of local addresses behind the rules to come.
   *
   * @param inside what runs a command in the namespace; empty for this JVM's own
   */
  static void prepare(List<String> inside) {
    ip(
        inside,
        """
        rule add pref %1$d lookup local
        rule del pref 0
        """
            .formatted(LOCAL_TABLE));
  }

  synchronized void add(NamespaceHost host) {
    hosts.put(host.node(), host);
  }

  @Override
  public Set<Ability> abilities() {
    return abilities;
  }

  @Override
  public synchronized void block(String from, String to) {
    if (blocked.add(List.of(from, to))) {
      ip(inside(to), "rule add pref %d from %s blackhole".formatted(rule(from), address(from)));
    }
  }

  @Override
  public synchronized void slow(String node, int kilobits) {
    if (!abilities.contains(Ability.RATE)) {
      throw BedException.environment("the kernel has no queue that slows a link (tbf)");
    }
    NamespaceHost host = host(node);
    String queue = " root tbf rate %dkbit burst 16kb latency 2s".formatted(kilobits);
    Shell.run("qdisc replace dev " + host.cable() + queue, List.of("tc", "-batch", "-"));
    Shell.run("qdisc replace dev eth0" + queue, host.inside("tc", "-batch", "-"));
    slow.add(node);
  }

  @Override
  public synchronized void heal() {
    for (List<String> pair : blocked) {
      ip(inside(pair.get(1)), "rule del pref " + rule(pair.get(0)));
    }
    blocked.clear();
    for (String node : slow) {
      NamespaceHost host = host(node);
      Shell.run("qdisc del dev " + host.cable() + " root", List.of("tc", "-batch", "-"));
      Shell.run("qdisc del dev eth0 root", host.inside("tc", "-batch", "-"));
    }
    slow.clear();
  }

  private static Set<Ability> tryOut() {
    Set<Ability> found = EnumSet.noneOf(Ability.class);
    if (works("tbf", "rate", "1mbit", "burst", "16kb", "latency", "1s")) {
      found.add(Ability.RATE);
    }
    if (works("netem", "delay", "1ms")) {
      found.add(Ability.DELAY);
    }
    return found;
  }

  private static boolean works(String... queue) {
    List<String> add =
        Stream.concat(Stream.of("tc", "qdisc", "add", "dev", "lo", "root"), Stream.of(queue))
            .toList();
    return Shell.tryRun("", add).isOk()
        && Shell.tryRun("tc", "qdisc", "del", "dev", "lo", "root").isOk();
  }

  private static void ip(List<String> inside, String commands) {
    List<String> command = new ArrayList<>(inside);
    command.addAll(List.of("ip", "-batch", "-"));
    Shell.run(commands + "\n", command);
  }

  private int rule(String from) {
    return FIRST_RULE + (from.equals(BED) ? 0 : host(from).number());
  }

  private String address(String name) {
    return name.equals(BED) ? bedAddress : host(name).address();
  }

  private List<String> inside(String name) {
    return name.equals(BED) ? List.of() : host(name).inside();
  }

  private NamespaceHost host(String node) {
    NamespaceHost host = hosts.get(node);
    if (host == null) {
      throw BedException.bed("no node is called " + node + "; there are " + hosts.keySet());
    }
    return host;
  }
}
