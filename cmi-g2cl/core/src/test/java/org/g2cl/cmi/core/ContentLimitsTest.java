package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a session may hold, and that all of it reaches a member that joins. */
class ContentLimitsTest {
  private static final SessionId CART = new SessionId("cart");

  private final String group = "limits-" + UUID.randomUUID();

  @ParameterizedTest
  @CsvSource({
    "10485760, 8, 5009863", // the defaults
    "10485760, 1, 10485760",
    "1000, 8, 1000",
    "25165824, 8, 1747626",
    "25165824, 251, 62415"
  })
  void shouldLeaveEachReplyWhatTwoStatesLeave(int stateBytes, int repliesKept, int replyBytes) {
    assertThat(new ContentLimits(stateBytes, repliesKept).replyBytes()).isEqualTo(replyBytes);
  }

  @Test
  void shouldCopyTheMostThatASessionMayHoldToAMemberThatJoins() throws Exception {
    try (HaService a = start(1)) {
      byte[] state = new byte[a.settings().limits().stateBytes()];
      byte[] reply = new byte[a.settings().limits().replyBytes()];
      try (SessionCall call = call(a, 0)) {
        call.prepare(Update.state(state, reply), false);
        call.commit();
      }
      for (int request = 1; request < a.settings().limits().repliesKept(); request++) {
        try (SessionCall call = call(a, request)) {
          call.prepare(Update.state(state, reply), false);
          call.commit();
        }
      }
      SessionCall open = call(a, 1_000);
      open.prepare(Update.state(new byte[state.length - 1], reply), true);

      try (HaService b = start(2)) {
        await()
            .atMost(Duration.ofSeconds(40))
            .untilAsserted(() -> assertThat(b.propagation().status().copies()).isEqualTo(1));
        open.commit();
        open.close();
      }
    }
  }

  private static SessionCall call(HaService node, int request) throws Exception {
    var id = Optional.of(new RequestId("request-" + request));
    Admission admission =
        request == 0
            ? node.propagation().admitCreation(CART, "Cart", Duration.ZERO, id)
            : node.propagation().admit(CART, id);
    return ((Admission.Granted) admission).call();
  }

  private HaService start(int number) {
    return HaService.start(
        HaSettings.builder()
            .set(HaSetting.ENGINE, "local")
            .set(HaSetting.GROUP, group)
            .set(HaSetting.MAX_STATE_BYTES, ContentLimits.MOST_STATE_BYTES)
            .set(HaSetting.LOCATION, "127.0.0.1:421" + number)
            .build());
  }
}
