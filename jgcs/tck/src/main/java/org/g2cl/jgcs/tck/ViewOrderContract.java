package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.Message;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.annotation.PointToPoint;
import org.junit.jupiter.api.Test;

/** Messages among views, and the strongest service where there is one. */
public abstract class ViewOrderContract extends ContractTest {
  private static final int OF_A_LEAVER = 300;
  private static final int MOST_OF_OTHERS = 1_000;
  private static final int TOO_LARGE_FOR_A_PACK = 3_000;
  private static final Duration PACE = Duration.ofNanos(200_000);

  /** For the subclass of a binding. */
  protected ViewOrderContract() {}

  @Test
  void shouldTellOfAMemberBeforeItsFirstMessages() throws Exception {
    Member a = member("a");
    List<String> strangers = new CopyOnWriteArrayList<>();
    a.data().setMessageListener(message -> noteStranger(a, message, strangers));
    a.control().join();
    for (int round = 0; round < 5; round++) {
      Member b = member("b" + round);
      b.control().join();
      b.send(ServiceNames.FIFO, "to all");
      b.send(ServiceNames.TOTAL_ORDER, "to all");
      b.send(ServiceNames.FIFO, "to a", new PointToPoint(a.address()));
    }
    await("fifteen messages", () -> strangers.size() == 15);
    assertThat(strangers).containsOnly("known");
  }

  private static Object noteStranger(Member a, Message message, List<String> strangers) {
    try {
      boolean known = a.control().getMembership().getMemberRank(message.getSenderAddress()) >= 0;
      strangers.add(known ? "known" : message + " came before its sender");
    } catch (GroupException e) {
      strangers.add(e.toString());
    }
    return null;
  }

  @Test
  void shouldDeliverToAJoinerWhatIsSentWhenItsViewIsTold() throws Exception {
    Member a = member("a");
    a.control().setMembershipListener(new Welcome(a));
    a.control().join();
    for (int round = 0; round < 3; round++) {
      Member b = member("b" + round);
      b.control().join();
      await("six welcomes", () -> b.texts().size() >= 6);
      assertThat(b.texts()).containsSubsequence("1 fifo", "2 fifo", "3 fifo").hasSize(6);
    }
  }

  /** Sends to each new member at once, from inside the callback. */
  private record Welcome(Member host) implements MembershipListener {
    @Override
    public void onMembershipChange() {
      host.onMembershipChange();
      host.lastView().getJoinedMembers().stream()
          .filter(joined -> !joined.equals(host.address()))
          .forEach(this::greet);
    }

    private void greet(SocketAddress joiner) {
      try {
        for (int i = 1; i <= 3; i++) {
          host.send(ServiceNames.FIFO, i + " fifo", new PointToPoint(joiner));
          host.send(ServiceNames.UNORDERED, i + " unordered", new PointToPoint(joiner));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void onExcluded() {
      host.onExcluded();
    }
  }

  @Test
  void shouldDeliverNothingAfterLeaving() throws Exception {
    List<Member> members = joined("a", "b");
    Member b = members.get(1);
    b.control().leave();
    int heard = b.texts().size();
    members.get(0).send(ServiceNames.TOTAL_ORDER, "late");
    await("its own message", () -> members.get(0).texts().contains("late"));
    b.control().join();
    members.get(0).send(ServiceNames.TOTAL_ORDER, "new");
    await("the new message", () -> b.texts().contains("new"));
    assertThat(b.texts().subList(heard, b.texts().size())).containsExactly("new");
  }

  @Test
  void shouldDeliverAllThatALeaverSentBeforeTheViewWithoutIt() throws Exception {
    List<Member> members = joined("a", "b");
    int placed = 0;
    for (int round = 0; round < 3; round++) {
      Member leaver = member("c" + round);
      leaver.control().join();
      await("a view of three", () -> members.stream().allMatch(m -> m.sees(3)));
      AtomicBoolean stop = new AtomicBoolean();
      List<Thread> senders =
          members.stream().map(m -> new Thread(() -> sendUntil(stop, m))).toList();
      senders.forEach(Thread::start);
      for (int i = 0; i < OF_A_LEAVER; i++) {
        leaver.send(ServiceNames.TOTAL_ORDER, leaver.address() + " " + i);
      }
      String sender = leaver.address() + " ";
      leaver.control().leave();
      await("a view of two", () -> members.stream().allMatch(m -> m.sees(2)));
      stop.set(true);
      awaitEnd(senders);
      String last = "last of " + round;
      members.get(0).send(ServiceNames.TOTAL_ORDER, last);
      await("the last message", () -> members.stream().allMatch(m -> m.texts().contains(last)));

      List<String> texts = members.get(0).texts();
      assertThat(texts.stream().filter(text -> text.startsWith(sender)))
          .containsExactlyElementsOf(
              IntStream.range(0, OF_A_LEAVER).mapToObj(i -> sender + i).toList());
      assertThat(members.get(1).texts()).isEqualTo(texts);
      placed += members.get(1).lastPlace() == members.get(0).lastPlace() ? 1 : 0;
    }
    assertThat(placed).as("views at one place; a busy engine may hand one up early").isPositive();
  }

  @Test
  void shouldDeliverAllThatALeaverSentWhereAListenerIsBehind() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Member leaver = members.get(2);
    members.get(0).slowDown(Duration.ofMillis(3));
    String rest = ".".repeat(TOO_LARGE_FOR_A_PACK);
    List<String> sent = IntStream.range(0, OF_A_LEAVER).mapToObj(i -> i + rest).toList();
    for (String text : sent) {
      leaver.send(ServiceNames.TOTAL_ORDER, text);
    }
    leaver.control().leave();
    List<Member> left = members.subList(0, 2);
    await("a view of two", () -> left.stream().allMatch(m -> m.sees(2)));
    await("the last", () -> left.stream().allMatch(m -> m.texts().size() >= OF_A_LEAVER));

    assertThat(left).allSatisfy(member -> assertThat(member.texts()).isEqualTo(sent));
  }

  @Test
  void shouldDeliverWhatAJoinerSendsThoughAListenerTakesLongForTheViewBefore() throws Exception {
    Member a = member("a");
    a.control().setMembershipListener(new SlowOnce(a));
    a.control().join();
    member("b").control().join();
    Member c = member("c");
    c.control().join();
    List<String> sent = IntStream.range(0, 20).mapToObj(Integer::toString).toList();
    for (String text : sent) {
      c.send(ServiceNames.TOTAL_ORDER, text);
    }
    await("twenty messages", () -> a.texts().size() >= sent.size());

    assertThat(a.texts()).isEqualTo(sent);
  }

  /** Takes longer for the first view with another member than messages wait for a view. */
  private static final class SlowOnce implements MembershipListener {
    private static final Duration LONG = Duration.ofSeconds(3);

    private final Member host;
    private boolean wasSlow;

    SlowOnce(Member host) {
      this.host = host;
    }

    @Override
    public void onMembershipChange() {
      host.onMembershipChange();
      if (!wasSlow && host.sees(2)) {
        wasSlow = true;
        LockSupport.parkNanos(LONG.toNanos());
      }
    }

    @Override
    public void onExcluded() {
      host.onExcluded();
    }
  }

  private void sendUntil(AtomicBoolean stop, Member member) {
    try {
      for (int i = 0; i < MOST_OF_OTHERS && !stop.get(); i++) {
        String text = member.address() + " in " + member.views().size() + ": " + i;
        member.send(ServiceNames.TOTAL_ORDER, text);
        LockSupport.parkNanos(PACE.toNanos());
        if (i % 20 == 0) {
          await("its own message", () -> member.texts().contains(text));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldDeliverSafeMessagesInTheSameOrderToAll() throws Exception {
    List<Member> members = joined("a", "b", "c");
    assumeTrue(offersSafe(members.get(0)), "this engine has no service 'safe'");
    List<Thread> threads = new ArrayList<>();
    for (Member member : members) {
      threads.add(new Thread(() -> sendSafe(member)));
    }
    threads.forEach(Thread::start);
    await("300 messages", () -> members.stream().allMatch(m -> m.texts().size() >= 300));
    for (Member member : members) {
      assertThat(member.texts()).hasSize(300).isEqualTo(members.get(0).texts());
    }
  }

  private static boolean offersSafe(Member member) throws GroupException {
    try {
      return member.protocol().lookupService(ServiceNames.SAFE) != null;
    } catch (UnsupportedServiceException e) {
      return false;
    }
  }

  private static void sendSafe(Member member) {
    try {
      for (int i = 0; i < 100; i++) {
        member.send(ServiceNames.SAFE, member.address() + " " + i);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
