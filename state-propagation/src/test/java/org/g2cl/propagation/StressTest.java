package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that retry the same request elsewhere, on members that crash and join.
 *
 * <p>A session's state is the list of the requests that took effect; its reply is that list too. So
 * a lost update, one applied twice and a state that went back all show in a client's own history.
 */
class StressTest {
  private static final int CLIENTS = 6;
  private static final int REQUESTS = 120;
  private static final int ATTEMPTS = 200;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final List<Member> members = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldLoseNoAcknowledgedUpdateAndApplyNoneTwiceWhenMembersCrash(long seed) throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d")) {
      cluster.network.delay(Duration.ZERO, Duration.ofMillis(1));
      cluster.network.detection(Duration.ofMillis(30));
      cluster.members().forEach(members::add);
      run(cluster, new Random(seed), seed);
    }
  }

  @RepeatedTest(2)
  void shouldLoseNothingWithRandomSeed() throws Exception {
    long seed = System.nanoTime();
    try (Cluster cluster = new Cluster("a", "b", "c", "d")) {
      cluster.network.delay(Duration.ZERO, Duration.ofMillis(1));
      cluster.members().forEach(members::add);
      run(cluster, new Random(seed), seed);
    }
  }

  private void run(Cluster cluster, Random random, long seed) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<List<String>>> histories = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Random own = new Random(seed * 31 + i);
        SessionId session = new SessionId("s" + i);
        histories.add(clients.submit(() -> new Client(session, own).play()));
      }
      int crashes = crashAndJoin(cluster, random, histories);
      for (Future<List<String>> history : histories) {
        assertThat(history.get(60, TimeUnit.SECONDS))
            .as("seed %d, %d crashes%n%s", seed, crashes, cluster)
            .isEmpty();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  /** One member at a time goes and another comes, when all copies are there again. */
  private int crashAndJoin(Cluster cluster, Random random, List<Future<List<String>>> histories)
      throws Exception {
    int crashes = 0;
    while (!histories.stream().allMatch(Future::isDone)) {
      Member victim = members.get(random.nextInt(members.size()));
      members.remove(victim);
      cluster.crash(victim);
      crashes++;
      members.add(cluster.join(victim.name()));
      cluster.awaitViews();
      awaitCopies();
    }
    return crashes;
  }

  private void awaitCopies() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    int quiet = 0;
    while (quiet < 10 && System.nanoTime() < deadline) {
      quiet = members.stream().allMatch(m -> m.status().copiesMissing() == 0) ? quiet + 1 : 0;
      LockSupport.parkNanos(POLL_NANOS);
    }
    assertThat(quiet).as("copies are made within a minute: %s", members).isEqualTo(10);
  }

  /** One client with one session. */
  private final class Client {
    private final SessionId session;
    private final Random random;
    private final List<String> errors = new ArrayList<>();
    private String expected = "";

    Client(SessionId session, Random random) {
      this.session = session;
      this.random = random;
    }

    /** Errors found; empty when all is well. */
    List<String> play() {
      call("new", true);
      for (int i = 0; i < REQUESTS && errors.isEmpty(); i++) {
        call("r" + i, false);
      }
      return errors;
    }

    private void call(String request, boolean creation) {
      expected = expected + "," + request;
      List<String> failures = new ArrayList<>();
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          String reply = attempt(request, creation);
          if (!reply.equals(expected)) {
            errors.add(
                "%s %s: expected %s but was %s after %s"
                    .formatted(session, request, expected, reply, failures));
          }
          return;
        } catch (PropagationException retry) {
          failures.add(retry.getMessage());
          LockSupport.parkNanos(POLL_NANOS);
        }
      }
      errors.add("%s %s: never answered: %s".formatted(session, request, failures));
    }

    private String attempt(String request, boolean creation) throws PropagationException {
      Member member = members.get(random.nextInt(members.size()));
      Optional<RequestId> id = Optional.of(new RequestId(request));
      Admission admission =
          creation
              ? member.propagation().admitCreation(session, "Cart", Duration.ofHours(1), id)
              : member.propagation().admit(session, id);
      if (admission instanceof Admission.Replayed replayed) {
        return new String(replayed.reply(), UTF_8);
      }
      if (admission instanceof Admission.Unknown) {
        return "unknown at " + member.name();
      }
      try (SessionCall call = Cluster.granted(admission)) {
        String before = call.state().map(bytes -> new String(bytes, UTF_8)).orElse("");
        byte[] after = (before + "," + request).getBytes(UTF_8);
        call.prepare(Update.state(after, after), false);
        return new String(after, UTF_8);
      }
    }
  }
}
