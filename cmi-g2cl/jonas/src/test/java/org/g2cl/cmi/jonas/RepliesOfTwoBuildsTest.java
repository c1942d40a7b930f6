package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.g2cl.cmi.jonas.SharedCommits.resourceOf;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.transaction.Status;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.jonas.lib.security.context.SecurityContext;
import org.ow2.jonas.lib.security.context.SecurityCurrent;

/** Stored replies in a group with a member of the build before, which does not know them all. */
class RepliesOfTwoBuildsTest {
  private final SharedCommits commits = new SharedCommits();
  private final ContainerServer a = commits.a;
  private final ContainerServer b = commits.b;

  @AfterEach
  void stop() {
    login(null);
    commits.close();
  }

  /** The build before announces nothing, or less; who announces nothing is announced again. */
  private void makeOfTheBuildBefore(ContainerServer server) throws Exception {
    server.group.registry().rebind(MemberForms.entryOf(server.group.self()), 0);
    await().until(() -> !a.group.forms().everyMemberReads(MemberForms.UNCERTAIN_REPLIES));
  }

  private String replyAt(ContainerServer server) throws PropagationException {
    var first = Optional.of(Ids.request(new RequestId(commits.session, 1), 0));
    Admission admission = server.group.propagation().admit(Ids.session(commits.session), first);
    return HexFormat.of().formatHex(((Admission.Replayed) admission).reply());
  }

  private void loseAPart() {
    commits.failCommit(resourceOf("markers"), resourceOf("mail"));
  }

  private void leaveInDoubt() throws Exception {
    RequestId request = commits.execute(resourceOf("markers"), resourceOf("mail"));
    commits.loseMarkers();
    a.transactions.end(Status.STATUS_UNKNOWN);
    a.manager.replicateCommit(request, false);
  }

  private String refusalAt(ContainerServer server) {
    try {
      Object answer = server.again(server.begin(commits.session, 1), new Instance());
      return "none, but " + answer;
    } catch (Error e) {
      return e.getMessage();
    }
  }

  @Test
  void shouldKeepThatACallTookEffectInPartWhereEveryMemberReadsIt() throws Exception {
    loseAPart();
    assertThat(replyAt(b)).isEqualTo("09");
  }

  @Test
  void shouldKeepThatACallIsInDoubtWhereEveryMemberReadsIt() throws Exception {
    leaveInDoubt();
    assertThat(replyAt(b)).isEqualTo("0a");
  }

  @Test
  void shouldKeepALostReplyOfACallThatTookEffectInPartWhereAMemberReadsNoOther() throws Exception {
    makeOfTheBuildBefore(b);
    loseAPart();
    assertThat(replyAt(b)).isEqualTo("08");
  }

  @Test
  void shouldKeepAFailureOfACallInDoubtWhereAMemberReadsNoOther() throws Exception {
    makeOfTheBuildBefore(b);
    leaveInDoubt();
    assertThat(replyAt(b)).isEqualTo("07");
  }

  @Test
  void shouldTellTheClientAtTheServerThatExecutedItTooAndGoOn() throws Exception {
    makeOfTheBuildBefore(b);
    loseAPart();
    assertThat(refusalAt(a)).contains("took effect").contains("not executed again");
    Instance restored = new Instance();
    assertThat(a.again(a.begin(commits.session, 1), restored)).as("the next call").isNull();
    assertThat(restored.state).isEqualTo("two");
  }

  @Test
  void shouldTellTheClientAtAnotherServerAndGoOn() throws Exception {
    makeOfTheBuildBefore(b);
    loseAPart();
    commits.members.crash(a.group);
    assertThat(refusalAt(b)).contains("took effect").contains("not executed again");
    Instance restored = new Instance();
    assertThat(b.again(b.begin(commits.session, 1), restored)).as("the next call").isNull();
    assertThat(restored.state).isEqualTo("two");
  }

  private static void login(String name) {
    SecurityCurrent.getCurrent()
        .setSecurityContext(name == null ? null : new SecurityContext(name, new String[0]));
  }

  @Test
  void shouldTellACallerThatACallTookEffectInPartThoughAnotherWasTold() {
    login("zoe");
    loseAPart();
    login("eve");
    assertThat(refusalAt(b)).contains("took effect, and another resource");
    login("zoe");
    assertThat(refusalAt(b)).contains("took effect, and another resource");
  }

  @Test
  void shouldTellACallerThatItIsInDoubtThoughAnotherWasTold() throws Exception {
    login("zoe");
    leaveInDoubt();
    login("eve");
    assertThat(refusalAt(b)).contains("was rolled back, and another resource");
    login("zoe");
    assertThat(refusalAt(b)).contains("was rolled back, and another resource");
  }

  @Test
  void shouldExecuteACallInDoubtAtNoServerAgain() throws Exception {
    makeOfTheBuildBefore(b);
    leaveInDoubt();
    for (ContainerServer server : List.of(a, b, a)) {
      assertThat(refusalAt(server)).contains("its transaction was rolled back");
    }
  }

  @Test
  void shouldKeepTheNewFormsOnceTheLastMemberIsUpgraded() throws Exception {
    makeOfTheBuildBefore(b);
    b.group.forms().announce();
    await().until(() -> a.group.forms().everyMemberReads(MemberForms.UNCERTAIN_REPLIES));
    loseAPart();
    assertThat(replyAt(b)).isEqualTo("09");
  }

  @Test
  void shouldCountOnNoFormThatNobodyAnnouncesAndOnThoseOfWhoIsLeft() {
    assertThat(a.group.forms().everyMemberReads(MemberForms.NEWEST)).isTrue();
    assertThat(a.group.forms().everyMemberReads(MemberForms.NEWEST + 1)).isFalse();

    commits.members.crash(a.group);
    await().until(() -> b.group.forms().everyMemberReads(MemberForms.NEWEST));
  }

  @Test
  void shouldCountOnTheFormsAgainWhenPartsOfTheGroupMerge() {
    Members.network().partition(List.of(a.group.address()), List.of(b.group.address()));
    await().until(() -> a.group.members().size() == 1 && b.group.members().size() == 1);
    Members.network().heal();
    await().until(() -> a.group.members().size() == 2 && b.group.members().size() == 2);
    for (ContainerServer server : List.of(a, b)) {
      await().until(() -> server.group.forms().everyMemberReads(MemberForms.NEWEST));
    }
  }

  private void partOn(ContainerServer server, ContainerServer other) {
    Members.network().partition(List.of(server.group.address()), List.of(other.group.address()));
    await().until(() -> server.group.members().size() == 1);
  }

  @Test
  void shouldCountOnNoNewFormWhileAMemberOfTheBuildBeforeIsCutOffAndWhenItIsBack()
      throws Exception {
    makeOfTheBuildBefore(b);
    partOn(a, b);
    assertThat(a.group.forms().everyMemberReads(MemberForms.UNCERTAIN_REPLIES)).isFalse();
    loseAPart();
    Members.network().heal();
    await().until(() -> a.group.members().size() == 2);
    await().untilAsserted(() -> assertThat(replyAt(b)).isEqualTo("08"));
  }

  @Test
  void shouldCountOnTheFormsOfAMemberThatIsCutOffAndHasAnnouncedThem() {
    partOn(a, b);
    assertThat(a.group.forms().everyMemberReads(MemberForms.NEWEST)).isTrue();
    Members.network().heal();
  }

  @Test
  void shouldCountOnTheNewFormsOnceTheMemberOfTheBuildBeforeHasLeft() throws Exception {
    makeOfTheBuildBefore(b);
    commits.members.leave(b.group);
    await().until(() -> a.group.forms().everyMemberReads(MemberForms.NEWEST));
  }

  @Test
  void shouldAnnounceAgainWhatIsMissing() throws Exception {
    b.group.registry().unbind(MemberForms.entryOf(b.group.self()));
    await().until(() -> !a.group.forms().everyMemberReads(MemberForms.NEWEST));
    b.group.forms().sweep();
    await().until(() -> a.group.forms().everyMemberReads(MemberForms.NEWEST));
  }

  @Test
  void shouldSayOnceWhoKeepsRepliesInTheFormsOfTheBuildBefore() throws Exception {
    makeOfTheBuildBefore(b);
    try (LogLines log = new LogLines(MemberForms.class)) {
      a.group.forms().sweep();
      a.group.forms().sweep();
      b.group.forms().announce();
      await().until(() -> a.group.forms().everyMemberReads(MemberForms.NEWEST));
      a.group.forms().sweep();
      a.group.forms().sweep();
      assertThat(log.lines()).filteredOn(line -> line.startsWith(a.group.self())).hasSize(2);
      assertThat(log.lines().get(0)).contains("since [" + b.group.address() + "] has not said");
    }
  }

  @Test
  void shouldSayThatAReplyHasAFormOfALaterRelease() {
    ReplyCodec replies = new ReplyCodec(new ValueCodec(new ClassAllowList(List.of())));
    assertThatThrownBy(() -> replies.read(new byte[] {127}))
        .hasMessageContaining("127; run members at most one release apart");
  }
}
