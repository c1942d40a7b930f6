package org.g2cl.bench.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Network namespace of Linux with nothing but a loopback that carries multicast. It is gone when it
 * is closed and the processes in it have ended, or when this JVM ends.
 */
public final class Namespace implements AutoCloseable {
  private static final String READY = "ready";

  /** It ends with its standard input, which is a pipe from this JVM. */
  private static final String SCRIPT =
      "ip link set lo up multicast on && ip route add 224.0.0.0/4 dev lo && echo "
          + READY
          + " && exec cat >/dev/null";

  private static final List<List<String>> WAYS =
      List.of(
          List.of("unshare", "--net", "bash", "-c", SCRIPT),
          List.of("unshare", "--map-root-user", "--net", "bash", "-c", SCRIPT));

  private final Process holder;
  private final boolean ofUser;

  private Namespace(Process holder, boolean ofUser) {
    this.holder = holder;
    this.ofUser = ofUser;
  }

  /** Makes one, or returns null where the system does not allow it. */
  public static Namespace open() {
    for (List<String> way : WAYS) {
      try {
        Process holder =
            new ProcessBuilder(way).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader reader = holder.inputReader(StandardCharsets.UTF_8);
        if (READY.equals(reader.readLine())) {
          return new Namespace(holder, way.contains("--map-root-user"));
        }
        holder.destroy();
      } catch (IOException e) {
        return null; // no unshare: no Linux
      }
    }
    return null;
  }

  /** Command before another one that lets it run in the namespace. */
  public List<String> command() {
    String pid = Long.toString(holder.pid());
    return ofUser
        ? List.of("nsenter", "--target", pid, "--user", "--preserve-credentials", "--net")
        : List.of("nsenter", "--target", pid, "--net");
  }

  @Override
  public void close() {
    holder.destroy();
    try {
      holder.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
