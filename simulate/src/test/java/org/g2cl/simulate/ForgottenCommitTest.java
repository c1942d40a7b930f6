package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that crashes between the commit of a row and its answer, on virtual time. */
class ForgottenCommitTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Duration AT_ONCE = Duration.ofSeconds(5);
  private static final Duration STEP = Duration.ofNanos(20_000);
  private static final String ROW = "r-2";

  private final World world = new World(1);
  private final Ledger ledger = new Ledger(world);
  private final Cluster cluster = new Cluster(world, ledger, Plan.brief());
  private final Machine client = new Machine(world, "client");
  private final List<Answer> answers = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private Node owner;
  private Node silent;
  private Node backup;

  /** Five nodes: the first backup is silent, so another one takes its place for the row. */
  @BeforeEach
  void commit() {
    for (int i = 1; i <= 5; i++) {
      cluster.start("n" + i);
      pass(Duration.ofSeconds(1));
    }
    pass(Duration.ofSeconds(3));
    owner = cluster.node("n1");
    ask(new Request("r-1", SESSION, Request.Kind.CREATE, false));
    pass(AT_ONCE);
    assertThat(answers).extracting(Answer::kind).containsExactly(Answer.Kind.DONE);
    silent = holderBesides(owner);
    cluster.network().cut(owner.address(), silent.address());
    ask(new Request(ROW, SESSION, Request.Kind.ADD, true));
    awaitRow();
    backup = newestBesides(owner);
  }

  @AfterEach
  void end() {
    cluster.end();
    client.crash();
    pass(Duration.ofSeconds(1));
  }

  @Test
  void shouldNotMissTheChangeOfARowWhenAllMachinesThatHadItHaveCrashedUnheard() {
    crash(owner);
    crash(backup);
    audit();
    assertThat(cluster.commits().isForgotten(ROW)).isTrue();
    assertThat(answers.get(answers.size() - 1).text()).isEqualTo("r-1");
    assertThat(ledger.violations()).isEmpty();
  }

  @Test
  void shouldMissTheChangeOfARowThatAnotherMachineHas() {
    crash(owner);
    audit();
    assertThat(cluster.commits().isForgotten(ROW)).isFalse();
    assertThat(answers.get(answers.size() - 1).text()).isEqualTo("r-1 r-2");
    assertThat(ledger.violations()).isEmpty();
  }

  /** Lets time pass until the database has committed, and the owner has not heard of it. */
  private void awaitRow() {
    while (cluster.database().rows(ROW) == 0) {
      assertThat(now).isLessThan(Duration.ofSeconds(30));
      pass(STEP);
    }
    assertThat(answers).hasSize(1);
  }

  private Node holderBesides(Node node) {
    return cluster.living().stream()
        .filter(other -> other != node && other.copy(SESSION).isPresent())
        .findFirst()
        .orElseThrow();
  }

  private Node newestBesides(Node node) {
    long newest = node.copy(SESSION).orElseThrow().version();
    return cluster.living().stream()
        .filter(other -> other != node)
        .filter(other -> other.copy(SESSION).filter(copy -> copy.version() == newest).isPresent())
        .findFirst()
        .orElseThrow();
  }

  private void crash(Node node) {
    cluster.crash(node, Duration.ofMillis(10));
    world.after(Duration.ofSeconds(2), null, () -> cluster.start(node.name()));
  }

  /** Reads the session at who had the older copy, and judges rows as at the end of a seed. */
  private void audit() {
    pass(Duration.ofSeconds(20));
    ask(new Request("r-3", SESSION, Request.Kind.READ, false));
    pass(AT_ONCE);
    Client auditor = new Client(world, "auditor", cluster, ledger);
    Audit audit = new Audit(world, cluster, ledger, Plan.brief(), now.toNanos());
    world.after(
        Duration.ZERO,
        auditor.machine(),
        () -> auditor.machine().start("audit", () -> audit.readAll(auditor)));
    pass(Duration.ofSeconds(40));
    auditor.machine().crash();
  }

  private void ask(Request request) {
    String name = request.kind() == Request.Kind.READ ? silent.name() : owner.name();
    ledger.begins(request);
    world.after(
        Duration.ZERO,
        client,
        () ->
            client.start(
                request.id(), () -> answers.add(cluster.ask(client, name, request, AT_ONCE))));
  }

  private void pass(Duration time) {
    now = now.plus(time);
    world.run(now);
  }
}
