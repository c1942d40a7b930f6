package org.g2cl.cmi.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.g2cl.jgcs.local.LocalNetwork;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.MergePolicy;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code g2cl.partition=availability}: each part of a split group goes on, and one state stays. */
class AvailabilityTest {
  private static final SessionId CART = new SessionId("cart");
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final String group = "available-" + UUID.randomUUID();
  private final List<HaService> services = new CopyOnWriteArrayList<>();

  /** Keeps the longer state, which is not what age would choose. */
  public static final class Longest implements MergePolicy {
    @Override
    public boolean prefersSecond(SessionId session, Content one, Content other) {
      return other.state() != null && other.state().length > one.state().length;
    }
  }

  @AfterEach
  void closeAll() {
    services.forEach(HaService::close);
  }

  @Test
  void shouldServeInBothPartsAndKeepTheStateThatThePolicyChooses() throws Exception {
    assertThat(afterAMerge(Longest.class.getName())).isEqualTo("one a-long-word-of-the-owner last");
  }

  @Test
  void shouldServeInBothPartsAndKeepTheLatestTakeOverWithoutAPolicy() throws Exception {
    assertThat(afterAMerge("")).isEqualTo("one short last");
  }

  /** Writes in both parts, in the later one less; answers the state that all go on with. */
  private String afterAMerge(String policy) throws Exception {
    HaService a = start(1, policy);
    HaService b = start(2, policy);
    await().atMost(LONGEST).until(() -> size(a) == 2 && size(b) == 2);
    create(a);
    LocalNetwork network = LocalNetwork.named("default");
    network.partition(List.of(a.address()), List.of(b.address()));
    await().atMost(LONGEST).until(() -> size(a) == 1 && size(b) == 1);

    assertThat(append(a, "r1", "a-long-word-of-the-owner")).contains("a-long-word");
    assertThat(append(b, "r2", "short")).isEqualTo("one short");
    network.merge();
    await().atMost(LONGEST).until(() -> size(a) == 2 && size(b) == 2);

    String kept = appendInTheEnd(a, "r3", "last");
    assertThat(appendInTheEnd(b, "r3", "last")).as("the same to all").isEqualTo(kept);
    return kept;
  }

  /** As a client does, which tries again while the members agree who owns the session. */
  private static String appendInTheEnd(HaService at, String request, String word) {
    return await()
        .atMost(LONGEST)
        .ignoreExceptionsInstanceOf(PropagationException.class)
        .until(() -> append(at, request, word), state -> true);
  }

  private static int size(HaService service) {
    return service.status().nodes().size();
  }

  private static void create(HaService at) throws Exception {
    try (SessionCall call =
        granted(at.propagation().admitCreation(CART, "Cart", Duration.ZERO, id("r0")))) {
      call.prepare(Update.state(text("one"), text("created")), false);
    }
  }

  /** Adds a word to the state; the reply is the state. */
  private static String append(HaService at, String request, String word) throws Exception {
    Admission admission = at.propagation().admit(CART, id(request));
    if (admission instanceof Admission.Replayed replayed) {
      return new String(replayed.reply(), UTF_8);
    }
    try (SessionCall call = granted(admission)) {
      String state = new String(call.state().orElseThrow(), UTF_8) + " " + word;
      call.prepare(Update.state(text(state), text(state)), false);
      return state;
    }
  }

  private HaService start(int number, String policy) {
    HaService service =
        HaService.start(
            HaSettings.builder()
                .set(HaSetting.ENGINE, "local")
                .set(HaSetting.GROUP, group)
                .set(HaSetting.PARTITION, "availability")
                .set(HaSetting.MERGE_POLICY, policy)
                .set(HaSetting.LOCATION, "127.0.0.1:422" + number)
                .build());
    services.add(service);
    return service;
  }

  private static byte[] text(String value) {
    return value.getBytes(UTF_8);
  }

  private static Optional<RequestId> id(String value) {
    return Optional.of(new RequestId(value));
  }

  private static SessionCall granted(Admission admission) {
    assertThat(admission).isInstanceOf(Admission.Granted.class);
    return ((Admission.Granted) admission).call();
  }
}
