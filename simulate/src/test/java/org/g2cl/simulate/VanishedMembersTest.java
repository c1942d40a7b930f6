package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session of which all copies are cut off, on virtual time. */
class VanishedMembersTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private final World world = new World(1);
  private final Ledger ledger = new Ledger(world);
  private final Cluster cluster = new Cluster(world, ledger, Plan.brief());
  private final Machine client = new Machine(world, "client");
  private Duration now = Duration.ZERO;
  private int requests;

  /** Five nodes, two of which have the session and lose the others. */
  @BeforeEach
  void start() {
    for (int i = 1; i <= 5; i++) {
      cluster.start("n" + i);
      pass(Duration.ofSeconds(1));
    }
    pass(Duration.ofSeconds(3));
    assertThat(ask("n1", Request.Kind.CREATE)).isEqualTo(Answer.Kind.DONE);
    List<SocketAddress> holders = new ArrayList<>();
    cluster.living().stream()
        .filter(node -> node.copy(SESSION).isPresent())
        .forEach(node -> holders.add(node.address()));
    assertThat(holders).hasSize(2);
    cluster.network().partition(holders);
  }

  @AfterEach
  void end() {
    cluster.end();
    client.crash();
    pass(Duration.ofSeconds(1));
  }

  @Test
  void shouldRefuseItForThirtySecondsAndThenTellThatItIsUnknown() {
    pass(Duration.ofSeconds(2));
    String other = nodeWithout();
    assertThat(ask(other, Request.Kind.READ)).isEqualTo(Answer.Kind.ELSEWHERE);
    pass(Duration.ofSeconds(20));
    assertThat(ask(other, Request.Kind.READ)).isEqualTo(Answer.Kind.ELSEWHERE);
    pass(Duration.ofSeconds(5));
    assertThat(ask(other, Request.Kind.READ)).isEqualTo(Answer.Kind.UNKNOWN);
  }

  @Test
  void shouldFindItWhenTheNetworkHealsInTime() {
    pass(Duration.ofSeconds(20));
    String other = nodeWithout();
    assertThat(ask(other, Request.Kind.READ)).isEqualTo(Answer.Kind.ELSEWHERE);
    cluster.network().merge();
    pass(Duration.ofSeconds(5));
    assertThat(ask(other, Request.Kind.READ)).isEqualTo(Answer.Kind.DONE);
  }

  /** A server might say that there is none, so it may make it anew, which loses what was there. */
  @Test
  void shouldCountItAsLostWhenACreationComesLateThatMayMakeItAnew() {
    ledger.account(SESSION).created = true;
    pass(Duration.ofSeconds(40));
    requests = 0;
    assertThat(ask(nodeWithout(), Request.Kind.CREATE)).isEqualTo(Answer.Kind.DONE);
    assertThat(ledger.account(SESSION).lost).isTrue();
    assertThat(ledger.violations()).isEmpty();
  }

  @Test
  void shouldCallACreationWrongThatMakesAnewWhatMayNotBeDenied() {
    SessionId forgotten = new SessionId("s-2");
    ledger.account(forgotten).created = true;
    pass(Duration.ofSeconds(40));
    assertThat(ask(nodeWithout(), Request.Kind.CREATE, forgotten)).isEqualTo(Answer.Kind.DONE);
    assertThat(ledger.violations())
        .singleElement()
        .asString()
        .contains("s-2 is created anew", "nobody has it");
    assertThat(ledger.account(forgotten).lost).isFalse();
  }

  private String nodeWithout() {
    return cluster.living().stream()
        .filter(node -> node.copy(SESSION).isEmpty())
        .findFirst()
        .orElseThrow()
        .name();
  }

  private Answer.Kind ask(String node, Request.Kind kind) {
    return ask(node, kind, SESSION);
  }

  /** Asks, and lets so much time pass as an answer may take. */
  private Answer.Kind ask(String node, Request.Kind kind, SessionId session) {
    Request request = new Request("r-" + ++requests, session, kind, false);
    List<Answer> answers = new ArrayList<>();
    world.after(
        Duration.ZERO,
        client,
        () ->
            client.start(
                request.id(), () -> answers.add(cluster.ask(client, node, request, AT_ONCE))));
    pass(AT_ONCE);
    return answers.get(0).kind();
  }

  private void pass(Duration time) {
    now = now.plus(time);
    world.run(now);
  }
}
