package org.g2cl.bench.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Role;
import org.g2cl.loadtest.bed.Ports;

/** Forms groups of workers. */
public final class Groups {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(50);

  private Groups() {}

  /**
   * Lets all workers join a group, the first of them first, and waits until each sees all.
   *
   * @param role takes {@code join} with the binding's settings, {@code group} and what is given
   *     here, and answers {@code members} with the size of its view
   * @param common arguments of all; ports and peers are chosen where they name none
   */
  public static void form(Crew crew, Class<? extends Role> role, Arguments common) {
    form(crew, role, member -> common);
  }

  /**
   * The same with arguments that differ.
   *
   * @param arguments of each worker by its number, from 0
   */
  public static void form(Crew crew, Class<? extends Role> role, IntFunction<Arguments> arguments) {
    List<Integer> ports = ports(crew.size());
    String peers = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    for (int i = 0; i < crew.size(); i++) {
      Arguments own =
          arguments
              .apply(i)
              .withDefault(ProtocolProvider.BIND_PORT, ports.get(i))
              .withDefault(ProtocolProvider.PEERS, peers);
      crew.worker(i).tell(role, "join", own);
    }
    awaitAll(crew, role, arguments.apply(0));
  }

  private static List<Integer> ports(int count) {
    try (Ports free = Ports.free()) {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ports.add(free.take());
      }
      return ports;
    }
  }

  private static void awaitAll(Crew crew, Class<? extends Role> role, Arguments common) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    List<JsonNode> seen = crew.all(role, "members", i -> common);
    while (seen.stream().anyMatch(members -> members.asInt() != crew.size())) {
      if (System.nanoTime() > end) {
        throw new BenchException(
            "%d members did not form a group within %d s: they see %s members; %s"
                .formatted(crew.size(), LONGEST_WAIT.toSeconds(), seen, common.values()));
      }
      LockSupport.parkNanos(POLL.toNanos());
      seen = crew.all(role, "members", i -> common);
    }
  }
}
