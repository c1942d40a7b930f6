package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.jonas.lib.security.context.SecurityContext;
import org.ow2.jonas.lib.security.context.SecurityCurrent;

/**
 * Stored responses, and who asks for them with the ids of session and request: the container hands
 * them out before it looks at the caller.
 */
class CallersTest {
  private static final String TWO = "04" + "00000002";
  private static final String TWO_FOR_ZOE = "0b" + "00000003" + "7a6f65" + TWO;

  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final ContainerServer a = new ContainerServer(members);
  private final ContainerServer b = new ContainerServer(members);
  private final Instance bean = new Instance();

  @AfterEach
  void stop() {
    SecurityCurrent.getCurrent().setSecurityContext(null);
    members.close();
  }

  /**
   * What JOnAS's interceptor does before a request of that client; null for one without a login.
   */
  private static SecurityContext login(String name) {
    SecurityContext context = name == null ? null : new SecurityContext(name, new String[0]);
    SecurityCurrent.getCurrent().setSecurityContext(context);
    return context;
  }

  private void callAs(String name) {
    login(name);
    a.call(session, 0, bean.with("one"), 1);
    a.call(session, 1, bean.with("two"), 2);
  }

  private Object againAs(String name, ContainerServer server) {
    login(name);
    return server.again(server.begin(session, 1), new Instance());
  }

  private void assertRefused(String name, ContainerServer server) {
    login(name);
    Instance own = new Instance().with("own");
    assertThatThrownBy(() -> server.again(server.begin(session, 1), own))
        .isInstanceOf(Error.class)
        .hasMessageContaining("request 1 of it was another caller's")
        .hasMessageNotContaining("zoe");
    assertThat(own.state).as("not the session's").isEqualTo("own");
  }

  private String stored() throws PropagationException {
    return stored(1);
  }

  private String stored(int number) throws PropagationException {
    var first = Optional.of(Ids.request(new RequestId(session, number), 0));
    Admission admission = a.group.propagation().admit(Ids.session(session), first);
    return HexFormat.of().formatHex(((Admission.Replayed) admission).reply());
  }

  @Test
  void shouldGiveAStoredResponseToItsCallerOnly() {
    callAs("zoe");
    assertRefused("eve", b);
    assertRefused(null, b);
    assertRefused("zo", b);
    assertRefused("zoes", b);
    assertThat(againAs("zoe", b)).as("no worse off for it").isEqualTo(2);
  }

  @Test
  void shouldGiveItToItsCallerOnlyAtTheServerThatExecutedIt() {
    callAs("zoe");
    assertRefused("eve", a);
    assertThat(againAs("zoe", a)).isEqualTo(2);
  }

  @Test
  void shouldGiveAResponseToARequestWithoutALoginToEach() throws PropagationException {
    callAs(null);
    assertThat(stored()).isEqualTo(TWO);
    assertThat(againAs(null, b)).isEqualTo(2);
    assertThat(againAs("zoe", a)).isEqualTo(2);
  }

  /** As the container does where a bean has a run-as. */
  @Test
  void shouldTakeARequestThatRunsAsAnotherForOneOfItsClient() throws PropagationException {
    login("zoe").pushRunAs("manager", "boss", new String[] {"manager"});
    a.call(session, 0, bean.with("one"), 1);
    a.call(session, 1, bean.with("two"), 2);
    assertThat(stored()).isEqualTo(TWO_FOR_ZOE);

    SecurityCurrent.getCurrent().setSecurityContext(new SecurityContext());
    assertThat(new Callers().login()).as("of the container's for none").isEmpty();
  }

  @Test
  void shouldKeepResponsesForEachWhereAMemberReadsNoOther() throws Exception {
    callAs("zoe");
    assertThat(stored()).isEqualTo(TWO_FOR_ZOE);

    b.group.registry().rebind(MemberForms.entryOf(b.group.self()), 0);
    await().until(() -> !a.group.forms().everyMemberReads(MemberForms.REPLIES_FOR_CALLERS));
    a.call(session, 2, bean.with("three"), 2);
    assertThat(stored(2)).isEqualTo(TWO);
  }

  @Test
  void shouldAnswerACallerThoughAnErrorWasToldToAnother() {
    callAs("zoe");
    assertRefused("eve", b);
    assertThat(againAs("zoe", b)).isEqualTo(2);
    assertRefused("eve", b);
  }

  @Test
  void shouldSayWhatToLookForWhereNoLoginIsHeardOf() {
    callAs("zoe");
    login(null);
    assertThatThrownBy(() -> b.again(b.begin(session, 1), new Instance()))
        .hasMessageContaining("hears of no login")
        .hasMessageContaining("interceptors");
    login("eve");
    assertThatThrownBy(() -> b.again(b.begin(session, 1), new Instance()))
        .hasMessageNotContaining("hears of no login");
  }

  @Test
  void shouldSayThatItIsWithTheLoginThatAResponseIsTooLarge() throws PropagationException {
    String largest = "x".repeat(a.group.settings().ha().limits().replyBytes() - 1); // and its kind
    try (LogLines log = new LogLines(WithoutCopies.class)) {
      login(null);
      a.call(session, 0, bean.with("one"), largest);
      assertThat(log.lines()).isEmpty();
      login("zoe");
      a.call(session, 1, bean.with("two"), largest);
      assertThat(stored()).isEqualTo("08");
      assertThat(log.lines()).singleElement().asString().contains("bytes with its caller's login");
    }
  }
}
