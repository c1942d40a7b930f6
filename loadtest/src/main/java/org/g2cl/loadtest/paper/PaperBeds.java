package org.g2cl.loadtest.paper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Where;

/**
 * Beds of the systems compared: the same but for how state is replicated.
 *
 * @param directory directory in which each system has one of its own
 * @param bed what they have in common
 * @param unprotected whether members on remote hosts need no secret
 * @param jgroups4Jars folder with the engine jgroups4 and its JGroups
 * @param spreadDaemons {@code host:port,host:port} of Spread daemons; empty for none
 * @param legacyStack file of properties for the engine legacy, with {@code {name}} in place of the
 *     node's name; empty for none
 */
public record PaperBeds(
    Path directory,
    BedSettings bed,
    boolean unprotected,
    Path jgroups4Jars,
    String spreadDaemons,
    String legacyStack) {
  private static final int CONNECT_MILLIS = 2_000;

  /** What must be the same for runs on them to be compared, by name. */
  Map<String, String> described() {
    Map<String, String> values = new LinkedHashMap<>(bed.described());
    values.put("unprotected", "" + unprotected);
    values.put("spread daemons", spreadDaemons);
    values.put("legacy stack", legacyStack);
    return values;
  }

  /** Memory that the beds of so many systems need together, in MB. */
  public int memory(int systems) {
    return systems * settings(Contender.NONE).memory();
  }

  /**
   * Checks that what the systems need besides is there.
   *
   * @throws BedException when it is not; it says what is missing and what to do
   */
  public void require(List<Contender> systems) {
    if (!bed.where().isThisMachine()) {
      requireRemote(systems);
    }
    if (systems.contains(Contender.JGROUPS4)) {
      requireJars();
    }
    if (systems.contains(Contender.SPREAD)) {
      requireDaemons();
    }
    if (systems.contains(Contender.LEGACY)) {
      requireStacks();
    }
  }

  private void requireRemote(List<Contender> systems) {
    if (systems.contains(Contender.JGROUPS4)) {
      throw BedException.environment(
          "system jgroups4 runs on this machine only, with a class path of its own: leave it out of --systems, or remote hosts out of --where");
    }
    if (!unprotected && !systems.equals(List.of(Contender.NONE))) {
      throw BedException.environment(
          "JGroups directly has no secret, so on remote hosts no system gets one, and whoever reaches a group can join it: give --unprotected where only members reach those hosts");
    }
  }

  private void requireJars() {
    if (!Files.isDirectory(jgroups4Jars)) {
      throw BedException.environment(
          "the jars of engine jgroups4 are not in "
              + jgroups4Jars
              + ": build the project by ./ha, or leave jgroups4 out of --systems");
    }
  }

  private void requireDaemons() {
    if (spreadDaemons.isBlank()) {
      throw BedException.environment(
          "system spread needs running Spread daemons: name them with --spread-daemons=127.0.0.1:4803 or in the environment variable SPREAD_HOSTS, or leave spread out of --systems");
    }
    for (String daemon : spreadDaemons.split(",", -1)) {
      requireDaemon(daemon.strip());
    }
  }

  private static void requireDaemon(String daemon) {
    int colon = daemon.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              daemon.substring(0, colon), Integer.parseInt(daemon.substring(colon + 1))),
          CONNECT_MILLIS);
    } catch (IOException | RuntimeException e) {
      throw BedException.environment(
          "the Spread daemon %s does not answer (%s): start it (docs/reference/engine-spread.md), correct --spread-daemons, or leave spread out of --systems"
              .formatted(daemon, e.getMessage()),
          e);
    }
  }

  private void requireStacks() {
    if (legacyStack.isBlank()) {
      throw BedException.environment(
          "system legacy needs a file of settings for each node (docs/howto/appia.md): name them with --legacy-stack=/path/{name}.properties, where {name} becomes business1, business2 …, or leave legacy out of --systems");
    }
    IntStream.rangeClosed(1, bed.businessNodes())
        .mapToObj(i -> Path.of(legacyStack.replace("{name}", "business" + i)))
        .filter(file -> !Files.isReadable(file))
        .findFirst()
        .ifPresent(
            file -> {
              throw BedException.environment(
                  "--legacy-stack: the file %s is missing or cannot be read: each of the %d business nodes needs one"
                      .formatted(file, bed.businessNodes()));
            });
  }

  /** Settings of the bed of a system. */
  BedSettings settings(Contender system) {
    boolean replicated = system != Contender.NONE;
    return bed.in(directory.resolve(system.word()))
        .business(bed.businessNodes(), shape(system))
        .replication(replicated, replicated ? 1 : 0)
        .build();
  }

  private NodeShape shape(Contender system) {
    if (system == Contender.NONE) {
      return bed.business();
    }
    boolean exposed = !(bed.where() instanceof Where.Loopback);
    NodeShape shape =
        exposed ? bed.business().with(HaSetting.UNPROTECTED.key(), "true") : bed.business();
    NodeShape ours = shape.with(HaSetting.ENGINE.key(), system.word());
    return switch (system) {
      case JGROUPS4 -> ours.withJvmOptions(List.of("-cp", EngineClassPath.withJars(jgroups4Jars)));
      case SPREAD -> ours.with(HaSetting.PEERS.key(), spreadDaemons);
      case LEGACY -> ours.with(HaSetting.STACK.key(), legacyStack);
      default -> ours;
    };
  }

  /** A bed for a system, not started. */
  SystemBed bed(Contender system, Tools tools, int mostClients) {
    return SystemBed.of(settings(system), tools, mostClients);
  }
}
