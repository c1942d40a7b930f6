package org.g2cl.loadtest.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.g2cl.loadtest.bed.Ports;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectPropagationTest {
  private static final SessionId SESSION = new SessionId("session-1");
  private DirectPropagation a;
  private DirectPropagation b;

  @BeforeEach
  void join() {
    int first;
    int second;
    try (Ports ports = Ports.free()) {
      first = ports.take();
      second = ports.take();
    }
    a = DirectPropagation.start("direct-test", "127.0.0.1:1", first, List.of(), 1);
    b =
        DirectPropagation.start(
            "direct-test", "127.0.0.1:2", second, List.of("127.0.0.1:" + first), 1);
    await().atMost(Duration.ofSeconds(30)).until(() -> a.members().size() == 2);
  }

  @AfterEach
  void leave() {
    a.close();
    b.close();
  }

  @Test
  void shouldGoOnWithTheCopyOnTheBackup() throws PropagationException {
    create("one");

    try (SessionCall call = granted(b.admit(SESSION, request("r2")))) {
      assertThat(call.state()).hasValueSatisfying(s -> assertThat(s).asString().isEqualTo("one"));
      assertThat(call.version()).isEqualTo(1);
      assertThat(call.bean()).isEqualTo("cart");
      call.prepare(Update.state(bytes("two"), bytes("reply")), false);
      call.commit();
    }

    assertThat(b.status().takeOvers()).isEqualTo(1);
    assertThat(b.status().owned()).isEqualTo(1);
    assertThat(a.status().copies()).isEqualTo(1);
  }

  @Test
  void shouldRepeatTheReplyToTheLastRequest() throws PropagationException {
    create("one");

    Admission again = a.admitCreation(SESSION, "cart", Duration.ZERO, request("r1"));

    assertThat(again).isInstanceOf(Admission.Replayed.class);
    assertThat(((Admission.Replayed) again).reply()).asString().isEqualTo("created");
  }

  @Test
  void shouldForgetARemovedSessionEverywhere() throws PropagationException {
    create("one");
    try (SessionCall call = granted(a.admit(SESSION, request("r2")))) {
      call.prepare(Update.removal(bytes("gone")), false);
    }

    assertThat(a.admit(SESSION, request("r3"))).isInstanceOf(Admission.Unknown.class);
    assertThat(b.admit(SESSION, request("r3"))).isInstanceOf(Admission.Unknown.class);
  }

  @Test
  void shouldGoOnAloneWhenTheOtherIsGone() throws PropagationException {
    create("one");
    b.close();
    await().atMost(Duration.ofSeconds(30)).until(() -> a.members().size() == 1);

    try (SessionCall call = granted(a.admit(SESSION, request("r2")))) {
      call.prepare(Update.state(bytes("two"), bytes("reply")), false);
      assertThat(call.version()).isEqualTo(2);
    }
  }

  private void create(String state) throws PropagationException {
    try (SessionCall call =
        granted(a.admitCreation(SESSION, "cart", Duration.ZERO, request("r1")))) {
      call.prepare(Update.state(bytes(state), bytes("created")), false);
      call.commit();
    }
  }

  private static SessionCall granted(Admission admission) {
    return ((Admission.Granted) admission).call();
  }

  private static Optional<RequestId> request(String id) {
    return Optional.of(new RequestId(id));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
