package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Members that are killed, come again, are cut off and let back. */
public abstract class FailureContract extends ContractTest {
  private static final int MOST_MESSAGES = 600;
  private static final int TRIES = 3;
  private static final Logger LOG = LoggerFactory.getLogger(FailureContract.class);

  /** For the subclass of a binding. */
  protected FailureContract() {}

  /** How long the view without a killed member may take; on a machine that is busy besides. */
  protected Duration detection() {
    return Duration.ofSeconds(10);
  }

  @Test
  void shouldGiveAViewWithoutAKilledMemberInTime() throws Exception {
    Member a = joined("a", "b").get(0);
    Runnable kill = binding().addVictim("victim");
    awaitStarted("a view of three", () -> a.sees(3));
    long start = System.nanoTime();
    kill.run();
    await("a view of two", () -> a.sees(2));
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    LOG.info("view without the killed member after {}", taken);
    assertThat(taken).isLessThan(detection());
  }

  @Test
  void shouldTakeInANewMemberOfTheNameOfAKilledOne() throws Exception {
    Member a = joined("a").get(0);
    Runnable kill = binding().addVictim("b");
    awaitStarted("a view of two", () -> a.sees(2));
    SocketAddress first = a.lastView().getJoinedMembers().get(0);
    kill.run();
    await("a view of one", () -> a.sees(1));
    Member again = member("b");
    again.control().join();
    await("a view of two", () -> a.sees(2) && again.sees(2));
    assertThat(again.address()).isNotEqualTo(first);
    again.send(ServiceNames.TOTAL_ORDER, "here");
    await("its message", () -> a.texts().equals(List.of("here")));
  }

  @Test
  void shouldAgreeOnTheOrderWhenAMemberIsKilledMeanwhile() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Runnable kill = binding().addVictim("victim");
    awaitStarted("a view of four", () -> members.stream().allMatch(m -> m.sees(4)));
    assertOneOrderWhile(kill, members);
  }

  @Test
  void shouldAgreeOnTheOrderWhenTheOldestMemberIsKilledMeanwhile() throws Exception {
    Member first = joined("first").get(0);
    Runnable kill = binding().addVictim("victim");
    awaitStarted("a view of two", () -> first.sees(2));
    first.control().leave();
    List<Member> members = List.of(member("a"), member("b"), member("c"));
    for (Member member : members) {
      member.control().join();
    }
    await("a view of four", () -> members.stream().allMatch(m -> m.sees(4)));
    assertOneOrderWhile(kill, members);
    for (Member member : members) {
      String own = member.address() + " ";
      List<String> heard = member.texts().stream().filter(text -> text.startsWith(own)).toList();
      assertThat(heard).isEqualTo(IntStream.range(0, heard.size()).mapToObj(i -> own + i).toList());
    }
  }

  private void assertOneOrderWhile(Runnable kill, List<Member> members) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicReference<Exception> failure = new AtomicReference<>();
    List<Thread> senders =
        members.stream().map(m -> new Thread(() -> sendUntil(stop, m, failure))).toList();
    senders.forEach(Thread::start);
    kill.run();
    await("a view of three", () -> members.stream().allMatch(m -> m.sees(3)));
    stop.set(true);
    awaitEnd(senders);
    assertThat(failure.get()).isNull();
    for (Member member : members) {
      member.send(ServiceNames.TOTAL_ORDER, "last of " + member.address());
    }
    await("the last of all", () -> members.stream().allMatch(FailureContract::heardTheLast));
    assertThat(members.get(1).texts()).isEqualTo(members.get(0).texts());
    assertThat(members.get(2).texts()).isEqualTo(members.get(0).texts());
  }

  private static boolean heardTheLast(Member member) {
    return member.texts().stream().filter(text -> text.startsWith("last of ")).count() == 3;
  }

  /** Sends in steps of twenty, each when the one before was heard: nobody is overrun. */
  private void sendUntil(AtomicBoolean stop, Member member, AtomicReference<Exception> failure) {
    try {
      for (int i = 0; i < MOST_MESSAGES && !stop.get(); i++) {
        String text = member.address() + " " + i;
        member.send(ServiceNames.TOTAL_ORDER, text);
        if (i % 20 == 0) {
          await("its own message", () -> member.texts().contains(text));
        }
      }
    } catch (IOException e) {
      failure.set(e);
    }
  }

  @Test
  void shouldServeAMemberThatCameBackLikeAnyOther() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Member b = members.get(1);
    b.control().leave();
    await("a view of two", () -> members.get(0).sees(2) && members.get(2).sees(2));
    members.get(0).send(ServiceNames.TOTAL_ORDER, "while b is away");
    await("the message", () -> members.get(2).texts().size() == 1);
    b.control().join();
    await("a view of three", () -> members.stream().allMatch(m -> m.sees(3)));
    b.send(ServiceNames.TOTAL_ORDER, "back");
    members.get(2).send(ServiceNames.TOTAL_ORDER, "welcome");
    await("two messages", () -> b.texts().size() == 2 && members.get(2).texts().size() == 3);
    assertThat(members.get(2).texts().subList(1, 3)).isEqualTo(b.texts());
  }

  @Test
  void shouldTellAMergeFromAJoin() throws Exception {
    List<Member> members = joined("a", "b");
    Optional<Outcast> found = binding().addOutcast("outcast");
    assumeTrue(found.isPresent(), "the binding can cut nobody off");
    Outcast outcast = found.get();
    awaitStarted("a view of three", () -> members.stream().allMatch(m -> m.sees(3)));
    for (int tries = 1; tries < TRIES && members.get(0).lastView().isMerge(); tries++) {
      // on a machine that is busy besides it may have begun alone, and merged
      outcast.cutOff();
      await("a view of two", () -> members.stream().allMatch(m -> m.sees(2)));
      outcast = binding().addOutcast("outcast" + tries).orElseThrow();
      awaitStarted("a view of three", () -> members.stream().allMatch(m -> m.sees(3)));
    }
    SocketAddress address = members.get(0).lastView().getJoinedMembers().get(0);
    assertThat(members.get(0).lastView().isMerge()).isFalse();
    for (int tries = 1; tries <= TRIES && !allTellAMerge(members); tries++) {
      // one that has not noticed that it was cut off joins again instead
      outcast.cutOff();
      await("a view of two", () -> members.stream().allMatch(m -> m.sees(2)));
      for (Member member : members) {
        assertThat(member.lastView().getFailedMembers()).containsExactly(address);
        assertThat(member.lastView().isMerge()).isFalse();
      }
      outcast.letBack();
      await("a view of three again", () -> members.stream().allMatch(m -> m.sees(3)));
    }
    for (Member member : members) {
      Membership merged = member.lastView();
      assertThat(merged.isMerge()).as("%s", merged).isTrue();
      assertThat(merged.getJoinedMembers()).containsExactly(address);
      assertThat(member.exclusions()).isEmpty();
    }
    members.get(0).send(ServiceNames.TOTAL_ORDER, "together");
    await("the message", () -> members.get(1).texts().contains("together"));
  }

  private static boolean allTellAMerge(List<Member> members) {
    return members.stream().allMatch(member -> member.lastView().isMerge());
  }
}
