package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.g2cl.jgcs.jgroups.LoadedMember.Pace;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fifth member joins four that go on sending in total order, over JGroups. */
class StateTransferUnderLoadTest {
  private static final int SENDERS = 4;

  /** A tenth of the rate for the second and more that a test lasts. */
  private static final long LEAST_SENT = LoadedMember.RATE / 10;

  private static final int MIB = 1024 * 1024;
  private static final Duration SLOT = Duration.ofMillis(500);

  private final List<LoadedMember> members = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (LoadedMember member : members) {
      member.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldLoseAndDoubleNothing(Pace pace) throws Exception {
    Figures figures = transfer(8 * MIB, Duration.ofMillis(500), pace);
    assertThat(figures.during()).isNotEmpty();
  }

  /**
   * {@code mvn -Plong -pl jgcs/jgroups -am test -Dtest=StateTransferUnderLoadTest}; else skipped.
   */
  @ParameterizedTest
  @EnumSource
  @Tag("long")
  @EnabledIfSystemProperty(named = "g2cl.long", matches = "true")
  void shouldKeepHalfOfTheRateWhileAHundredMegabytesCross(Pace pace) throws Exception {
    transfer(16 * MIB, Duration.ofSeconds(3), pace); // warms up
    close();
    members.clear();
    Figures figures = transfer(100 * MIB, Duration.ofSeconds(5), pace);
    System.err.println(pace + ": " + figures);
    assertThat(figures.lowest()).isGreaterThanOrEqualTo(0.5 * figures.before());
  }

  /** Messages sent per second: before the transfer, and in each half second of it. */
  private record Figures(double before, List<Double> during, Duration duration) {
    double lowest() {
      return during.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    @Override
    public String toString() {
      return "sent before %.0f/s, during %s/s, lowest %.0f %% of before, transfer took %s"
          .formatted(
              before,
              during.stream().map(rate -> "%.0f".formatted(rate)).toList(),
              100 * lowest() / before,
              duration);
    }
  }

  private Figures transfer(int size, Duration warmUp, Pace pace) throws Exception {
    byte[] large = new byte[size];
    new Random(size).nextBytes(large);
    int firstPort = FreePorts.next();
    for (int i = 0; i < SENDERS; i++) {
      members.add(new LoadedMember(i, large, i == 0 ? firstPort : 0, firstPort));
      members.get(i).getState();
    }
    await().until(() -> members.stream().allMatch(member -> member.members() == SENDERS));
    members.forEach(member -> member.startSending(pace));
    LoadedMember watched = members.get(0);
    rateOver(warmUp);
    double before = rateOver(warmUp);
    long start = System.nanoTime();
    CompletableFuture<LoadedMember> joining =
        CompletableFuture.supplyAsync(() -> join(large, firstPort));
    List<Double> during = new ArrayList<>();
    do {
      during.add(rateOver(SLOT));
    } while (!joining.isDone());
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    LoadedMember joiner = joining.get(1, TimeUnit.MINUTES);
    members.add(joiner);
    rateOver(SLOT);
    for (int i = 0; i < SENDERS; i++) {
      members.get(i).stopSending(LEAST_SENT);
    }
    for (LoadedMember member : members) {
      member.awaitSame(watched);
    }
    assertThat(watched.knowledge()).startsWith("{0=");
    return new Figures(before, during, duration);
  }

  private static LoadedMember join(byte[] large, int firstPort) {
    try {
      LoadedMember joiner = new LoadedMember(SENDERS, large, 0, firstPort);
      if (!joiner.getState()) {
        throw new AssertionError("nobody gave a state");
      }
      return joiner;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Messages per second that the four send in that time. */
  private double rateOver(Duration time) {
    long count = sent();
    long start = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> System.nanoTime() - start >= time.toNanos());
    double seconds = (System.nanoTime() - start) / 1e9;
    return (sent() - count) / seconds;
  }

  private long sent() {
    return members.stream().limit(SENDERS).mapToLong(member -> member.sent.get()).sum();
  }
}
