package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Host that is reached by ssh.
 *
 * <p>A node prints its process id before it becomes the JVM, so that signals find it. Its standard
 * input is the connection: when this JVM or the connection ends, it ends too. Variables of its
 * environment, with the settings of this JVM's, go over standard input, where no list of processes
 * shows them.
 */
final class RemoteHost implements Host, HostShell {
  /** Ports that a bed has on each host. */
  static final int PORTS = 1_000;

  private static final String PID = "PID ";

  /** A group's failure detector listens so far above the group's port. */
  private static final int TO_DETECTOR = 100;

  private final SshHost host;
  private final Path home;
  private final Map<String, String> inherited;
  private final int firstPort;
  private final AtomicInteger taken = new AtomicInteger();

  RemoteHost(SshHost host, Path home, int firstPort) {
    this(host, home, firstPort, InheritedSettings.forwarded(System.getenv()));
  }

  /**
   * One with an environment of its own.
   *
   * @param inherited variables that all its nodes get, unless they are given other values
   */
  RemoteHost(SshHost host, Path home, int firstPort, Map<String, String> inherited) {
    this.host = host;
    this.home = home;
    this.inherited = inherited;
    this.firstPort = firstPort;
  }

  /**
   * Checks that it can be logged in to and that the built project is there.
   *
   * @throws BedException when not; it names the host
   */
  void requireUsable() {
    List<String> command = new ArrayList<>(host.ssh());
    command.add(
        "cd "
            + SshHost.quoted(List.of(home.toString()))
            + " && ls loadtest/target/lib >/dev/null && java -version");
    Shell.Outcome outcome = Shell.tryRun("", command);
    if (!outcome.isOk()) {
      throw BedException.environment(
          "the remote host %s cannot be used (%s): it must let you log in without a question (ssh -o BatchMode=yes), have java on its PATH, and the built project in %s. Without remote hosts, --where is loopback or namespaces"
              .formatted(host, outcome.output().replace("\n", " "), home));
    }
  }

  @Override
  public Shell.Outcome run(List<String> words) {
    return Shell.tryRun("", host.ssh(words));
  }

  @Override
  public String toString() {
    return "the remote host " + host;
  }

  @Override
  public String address() {
    return host.address();
  }

  /** Every other hundred is left to the failure detectors of the one below it. */
  @Override
  public int takePort() {
    int index = taken.getAndIncrement();
    int offset = index + index / TO_DETECTOR * TO_DETECTOR;
    if (offset + TO_DETECTOR >= PORTS) {
      throw BedException.environment(
          "the bed has used up its %d ports from %d on the remote host %s: name more hosts with --where, or start fewer nodes"
              .formatted(PORTS, firstPort, host));
    }
    return firstPort + offset;
  }

  @Override
  public void release(int port) {
    // not held: nobody is known to use it
  }

  @Override
  public ManagedProcess startJava(
      String name,
      List<String> java,
      ProcessorShare share,
      Map<String, String> environment,
      Path log) {
    ManagedProcess process =
        ManagedProcess.start(name, command(java, share, environment), Map.of(), log);
    process.signalBy(signal -> signal(process.log(), signal));
    process.liveBy(new OverSsh(host, process.log()));
    process.write(variables(environment));
    return process;
  }

  List<String> command(List<String> java, ProcessorShare share, Map<String, String> environment) {
    List<String> command = new ArrayList<>(host.ssh());
    String reads =
        all(environment).keySet().stream().map(RemoteHost::read).collect(Collectors.joining());
    List<String> words = new ArrayList<>(share.before());
    words.addAll(List.of("java", "-cp", "loadtest/target/*:loadtest/target/lib/*"));
    words.addAll(java);
    command.add(
        "cd "
            + SshHost.quoted(List.of(home.toString()))
            + " && "
            + reads
            + "echo \"PID $$\" && exec "
            + SshHost.quoted(words));
    return command;
  }

  private Map<String, String> all(Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>(inherited);
    all.putAll(environment);
    return all;
  }

  private static String read(String variable) {
    return "IFS= read -r " + variable + " && export " + variable + " && ";
  }

  /** The values, in the order in which they are read. */
  String variables(Map<String, String> environment) {
    return all(environment).values().stream()
        .map(value -> value + "\n")
        .collect(Collectors.joining());
  }

  private void signal(Log log, String signal) {
    pid(log)
        .ifPresent(
            pid -> {
              List<String> command = new ArrayList<>(host.ssh());
              command.add("kill -s " + signal + " " + pid);
              Shell.tryRun("", command);
            });
  }

  private static Optional<Long> pid(Log log) {
    return log.lineStartingWith(PID)
        .map(line -> line.substring(PID.length()).strip())
        .filter(pid -> pid.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  /** A node over there, which has told its process id in its log. */
  private record OverSsh(SshHost host, Log log) implements Beside {
    @Override
    public long pid() {
      return RemoteHost.pid(log)
          .orElseThrow(() -> BedException.bed("it has not told its process id. " + log.tail()));
    }

    @Override
    public List<String> command(List<String> words) {
      return host.ssh(words);
    }

    @Override
    public boolean isHere() {
      return false;
    }
  }
}
