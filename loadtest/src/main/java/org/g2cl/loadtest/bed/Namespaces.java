package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Network namespaces of a bed, one for each node, joined by a bridge in the namespace of this JVM.
 *
 * <p>This JVM must have been started in a namespace of its own ({@code unshare --net}, which {@code
 * ./ha chaos} and {@code --where namespaces} do), so nothing of the machine's own network is
 * touched. Beds that run at the same time have a bridge and a range of addresses each. No namespace
 * has a name: each one lives as long as the process that holds it open, a {@code cat} on a pipe
 * from this JVM. So all of them vanish with this JVM, however it ends.
 */
public final class Namespaces implements Hosts {
  /** System property that is true in a JVM that was started in a network namespace of its own. */
  public static final String INSIDE = "ha.own-network";

  private static final int BED_HOST = 1;
  private static final int FIRST_HOST = 11;
  private static final int MOST_HOSTS = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final BedNumbers NUMBERS = new BedNumbers();

  /** Whether the network of this JVM itself is ready; it is so once for all beds. */
  private static boolean prepared;

  private final int number;
  private final List<NamespaceHost> hosts = new ArrayList<>();
  private final NamespaceNetwork network;
  private boolean closed;

  private Namespaces(int number) {
    this.number = number;
    this.network = new NamespaceNetwork(bedAddress());
  }

  /** What keeps this JVM from using namespaces, in a sentence; empty when nothing does. */
  public static Optional<String> obstacle() {
    if (!Boolean.getBoolean(INSIDE)) {
      return Optional.of(
          "this JVM shares the machine's network (unshare --net did not work, or it was not started"
              + " by ./ha): run as root, or allow user namespaces");
    }
    if (!Shell.tryRun("ip", "link", "show").isOk()) {
      return Optional.of("the program ip is missing: install iproute2 (apt-get install iproute2)");
    }
    if (!Shell.tryRun("nsenter", "--version").isOk()) {
      return Optional.of(
          "the program nsenter is missing: install util-linux (apt-get install util-linux)");
    }
    Shell.Outcome bridge = Shell.tryRun("ip", "link", "add", "ha-probe", "type", "bridge");
    if (!bridge.isOk()) {
      return Optional.of("the kernel makes no bridge: " + bridge.output());
    }
    Shell.tryRun("ip", "link", "delete", "ha-probe");
    return Optional.empty();
  }

  static Namespaces open() {
    obstacle()
        .ifPresent(
            reason -> {
              throw BedException.environment("network namespaces cannot be used: " + reason);
            });
    prepareOwn();
    Namespaces namespaces = new Namespaces(NUMBERS.take());
    try {
      namespaces.build();
      return namespaces;
    } catch (RuntimeException e) {
      namespaces.close();
      throw e;
    }
  }

  private static synchronized void prepareOwn() {
    if (!prepared) {
      Shell.run("link set lo up", List.of("ip", "-batch", "-"));
      NamespaceNetwork.prepare(List.of());
      prepared = true;
    }
  }

  private void build() {
    Shell.run(
        """
        link add %1$s type bridge
        link set %1$s up
        address add %2$s/24 dev %1$s
        """
            .formatted(bridge(), bedAddress()),
        List.of("ip", "-batch", "-"));
  }

  private String bridge() {
    return "ha-bridge-" + number;
  }

  private String address(int host) {
    return "10.99." + number + "." + host;
  }

  @Override
  public synchronized Host of(String node) {
    for (NamespaceHost host : hosts) {
      if (host.node().equals(node)) {
        return host;
      }
    }
    if (hosts.size() >= MOST_HOSTS) {
      throw BedException.environment("more than " + MOST_HOSTS + " nodes in network namespaces");
    }
    NamespaceHost host = add(node, hosts.size());
    hosts.add(host);
    network.add(host);
    return host;
  }

  private NamespaceHost add(String node, int index) {
    Process holder = hold();
    String address = address(FIRST_HOST + index);
    String cable = "ha-" + number + "-" + index;
    NamespaceHost host = new NamespaceHost(node, index + 1, address, cable, holder);
    try {
      connect(host);
      return host;
    } catch (RuntimeException e) {
      host.close();
      throw e;
    }
  }

  private void connect(NamespaceHost host) {
    Shell.run(
        "link add %s type veth peer name eth0 netns %d"
            .formatted(host.cable(), host.holder().pid()),
        List.of("ip", "-batch", "-"));
    try {
      configure(host);
    } catch (RuntimeException e) {
      delete(host);
      throw e;
    }
  }

  /** The cable of a namespace that has ended goes some time after it: too late for the next one. */
  private static void delete(NamespaceHost host) {
    Shell.tryRun("ip", "link", "delete", host.cable());
  }

  private void configure(NamespaceHost host) {
    Shell.run(
        "link set %s master %s up".formatted(host.cable(), bridge()), List.of("ip", "-batch", "-"));
    Shell.run(
        """
        link set lo up
        address add %s/24 dev eth0
        link set eth0 up
        """
            .formatted(host.address()),
        host.inside("ip", "-batch", "-"));
    NamespaceNetwork.prepare(host.inside());
  }

  /** A process in a new namespace, which ends when this JVM does. */
  private static Process hold() {
    try {
      Process holder = new ProcessBuilder("unshare", "--net", "cat").start();
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (namespace(holder.pid()).equals(namespace(ProcessHandle.current().pid()))) {
        if (System.nanoTime() > end || !holder.isAlive()) {
          holder.destroyForcibly();
          throw BedException.bed("unshare --net made no network namespace");
        }
        LockSupport.parkNanos(1_000_000);
      }
      return holder;
    } catch (IOException e) {
      throw BedException.environment("unshare cannot be started: install util-linux", e);
    }
  }

  private static String namespace(long pid) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).toString();
  }

  @Override
  public String bedAddress() {
    return address(BED_HOST);
  }

  /** Other users of this machine cannot reach them, but the nodes cannot know that. */
  @Override
  public boolean isExposed() {
    return true;
  }

  @Override
  public Optional<Network> network() {
    return Optional.of(network);
  }

  @Override
  public synchronized void close() {
    hosts.forEach(Namespaces::delete);
    hosts.forEach(NamespaceHost::close);
    hosts.clear();
    Shell.tryRun("ip", "link", "delete", bridge());
    if (!closed) {
      closed = true;
      NUMBERS.release(number);
    }
  }
}
