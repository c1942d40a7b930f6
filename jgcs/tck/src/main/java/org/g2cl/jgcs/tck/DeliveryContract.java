package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.Message;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.annotation.SelfDelivery;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Delivery among several members: order, choice of receivers, sizes. */
public abstract class DeliveryContract extends ContractTest {
  private static final List<String> SERVICES =
      List.of(
          ServiceNames.BEST_EFFORT,
          ServiceNames.UNORDERED,
          ServiceNames.FIFO,
          ServiceNames.TOTAL_ORDER);
  private static final int PER_SENDER = 200;

  /** Enough to fill the sockets both ways. */
  private static final int FLOOD_MESSAGES = 2_000;

  private static final int FLOOD_BYTES = 10_000;

  /** Fewer than fill any buffer. */
  private static final int WHILE_BUSY = 30;

  /** For the subclass of a binding. */
  protected DeliveryContract() {}

  @Test
  void shouldDeliverTheSameSequenceToAllWhenSendersAreConcurrent() throws Exception {
    List<Member> members = joined("a", "b", "c");
    sendConcurrently(members, ServiceNames.TOTAL_ORDER);
    for (Member member : members) {
      assertThat(member.texts()).isEqualTo(members.get(0).texts());
      assertFifo(member);
    }
  }

  @Test
  void shouldKeepTheOrderOfEachSenderWhenFifo() throws Exception {
    List<Member> members = joined("a", "b", "c");
    sendConcurrently(members, ServiceNames.FIFO);
    members.forEach(DeliveryContract::assertFifo);
  }

  @Test
  void shouldDeliverEachUnorderedMessageOnce() throws Exception {
    List<Member> members = joined("a", "b", "c");
    sendConcurrently(members, ServiceNames.UNORDERED);
    members.forEach(member -> assertThat(member.texts()).doesNotHaveDuplicates());
  }

  private void sendConcurrently(List<Member> members, String service) throws Exception {
    sendConcurrently(members, members, service);
  }

  /** Sends by one thread for each sender; the letter of its place marks its messages. */
  private void sendConcurrently(List<Member> senders, List<Member> members, String service)
      throws Exception {
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Exception> failure = new AtomicReference<>();
    for (int i = 0; i < senders.size(); i++) {
      Member member = senders.get(i);
      String prefix = (char) ('a' + i) + " ";
      threads.add(new Thread(() -> sendAll(member, service, prefix, failure)));
    }
    threads.forEach(Thread::start);
    awaitEnd(threads);
    assertThat(failure.get()).isNull();
    int all = PER_SENDER * senders.size();
    await(all + " messages", () -> members.stream().allMatch(m -> m.texts().size() >= all));
    members.forEach(member -> assertThat(member.texts()).hasSize(all));
  }

  private static void sendAll(
      Member member, String service, String prefix, AtomicReference<Exception> failure) {
    try {
      for (int i = 0; i < PER_SENDER; i++) {
        member.send(service, prefix + i);
      }
    } catch (IOException e) {
      failure.set(e);
    }
  }

  @Test
  void shouldKeepTheOrderOfEachThreadWhenOneMemberHasSeveral() throws Exception {
    List<Member> members = joined("a", "b");
    Member a = members.get(0);
    sendConcurrently(List.of(a, a, a), members, ServiceNames.TOTAL_ORDER);
    members.forEach(DeliveryContract::assertFifo);
    assertThat(members.get(1).texts()).isEqualTo(a.texts());
  }

  private static void assertFifo(Member member) {
    for (String prefix : List.of("a ", "b ", "c ")) {
      List<String> own = member.texts().stream().filter(t -> t.startsWith(prefix)).toList();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < PER_SENDER; i++) {
        expected.add(prefix + i);
      }
      assertThat(own).isEqualTo(expected);
    }
  }

  @Test
  void shouldDeliverToOneMemberWhenPointToPoint() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Member a = members.get(0);
    Member b = members.get(1);
    for (String service : SERVICES) {
      a.send(service, "to b by " + service, new PointToPoint(b.address()));
      a.send(service, "to a by " + service, new PointToPoint(a.address()));
    }
    await("four messages", () -> b.texts().size() == 4 && a.texts().size() == 4);
    a.send(ServiceNames.TOTAL_ORDER, "last");
    await("the last message", () -> members.stream().allMatch(m -> m.texts().contains("last")));
    assertThat(members.get(2).texts()).containsExactly("last");
    assertThat(b.texts()).hasSize(5);
    assertThat(b.senders()).containsOnly(a.address());
  }

  @Test
  void shouldSendToAllAgainWhenAMessageWasPointToPointBefore() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Message message = members.get(0).data().createMessage();
    message.setPayload("x".getBytes(StandardCharsets.UTF_8));
    PointToPoint toB = new PointToPoint(members.get(1).address());
    members.get(0).data().multicast(message, null, null, toB);
    members.get(0).data().multicast(message, null, null);
    await("once and twice", () -> members.get(1).texts().size() == 2);
    await("once", () -> members.get(2).texts().size() == 1);
  }

  @Test
  void shouldDropMessagesToMembersThatAreGone() throws Exception {
    List<Member> members = joined("a", "b");
    PointToPoint toB = new PointToPoint(members.get(1).address());
    members.get(1).control().leave();
    await("a view of one", () -> members.get(0).sees(1));
    members.get(0).send(ServiceNames.FIFO, "nobody hears", toB);
    members.get(0).send(ServiceNames.FIFO, "x");
    await("its own message", () -> members.get(0).texts().equals(List.of("x")));
  }

  @Test
  void shouldNotDeliverToTheSenderWhenSelfDeliveryIsDiscarded() throws Exception {
    List<Member> members = joined("a", "b", "c");
    for (Member sender : members) {
      for (String service : SERVICES) {
        sender.send(service, "x", SelfDelivery.DISCARD);
      }
    }
    await("eight each", () -> members.stream().allMatch(m -> m.texts().size() == 8));
    members
        .get(1)
        .send(ServiceNames.TOTAL_ORDER, "last", SelfDelivery.DISCARD, SelfDelivery.DELIVER);
    await("the last", () -> members.stream().allMatch(m -> m.texts().size() == 9));
    for (Member member : members) {
      assertThat(member.senders().subList(0, 8)).doesNotContain(member.address());
    }
  }

  @Test
  void shouldDeliverLargeAndEmptyPayloads() throws Exception {
    List<Member> members = joined("a", "b");
    byte[] large = new byte[1 << 20];
    new Random(7).nextBytes(large);
    for (String service : SERVICES) {
      members.get(0).send(service, large);
      members.get(0).send(service, new byte[0]);
      members.get(0).send(service, (byte[]) null);
    }
    await("twelve each", () -> members.stream().allMatch(m -> m.payloads().size() == 12));
    for (Member member : members) {
      assertThat(member.payloads().stream().filter(p -> p.length > 0))
          .hasSize(4)
          .allSatisfy(payload -> assertThat(payload).isEqualTo(large));
    }
  }

  @Test
  void shouldDeliverPayloadsOfTwoPartsAsOne() throws Exception {
    List<Member> members = joined("a", "b");
    Member a = members.get(0);
    byte[] body = new byte[1 << 18];
    new Random(7).nextBytes(body);
    List<byte[]> expected = new ArrayList<>();
    for (int length : new int[] {0, 1, 1_000, body.length - 3}) {
      for (int head : new int[] {0, 1, 20}) {
        byte[] first = Arrays.copyOfRange(body, 100, 100 + head);
        a.send(ServiceNames.FIFO, first, body, 3, length);
        a.send(ServiceNames.FIFO, first, body, 3, length, new PointToPoint(a.address()));
        a.send(ServiceNames.TOTAL_ORDER, first, body, 3, length);
        byte[] whole = Arrays.copyOf(first, head + length);
        System.arraycopy(body, 3, whole, head, length);
        expected.addAll(List.of(whole, whole, whole));
      }
    }
    await("thirty-six at the sender", () -> a.payloads().size() == expected.size());
    await("twenty-four", () -> members.get(1).payloads().size() == expected.size() / 3 * 2);
    assertThat(a.payloads()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(expected).containsAll(members.get(1).payloads());
  }

  @Test
  void shouldShowThePayloadWithoutACopy() throws Exception {
    Member a = joined("a").get(0);
    AtomicReference<Message> heard = new AtomicReference<>();
    a.data()
        .setMessageListener(
            m -> {
              heard.set(m);
              return null;
            });
    byte[] large = new byte[1 << 20];
    new Random(7).nextBytes(large);
    a.send(ServiceNames.FIFO, large);
    await("the message", () -> heard.get() != null);
    ByteBuffer payload = heard.get().payload();
    assertThat(payload.isReadOnly()).isTrue();
    assertThat(payload).isEqualTo(ByteBuffer.wrap(large));
    assertThat(memoryForPayload(heard.get())).isLessThan(large.length / 2);
    assertThat(heard.get().getPayload()).isEqualTo(large);
  }

  /** Bytes that this thread is given for the payload, 0 where the JVM does not count them. */
  private static long memoryForPayload(Message message) {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
      return 0;
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(message.payload()).isNotNull();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void shouldDeliverUnorderedRepliesWhileTheListenerWaitsForThem() throws Exception {
    List<Member> members = joined("a", "b");
    Member a = members.get(0);
    CountDownLatch reply = new CountDownLatch(1);
    CountDownLatch waited = new CountDownLatch(1);
    a.data()
        .setMessageListener(
            m -> {
              boolean question = m.getPayload()[0] == 'q';
              if (!question) {
                reply.countDown();
              } else if (awaited(reply)) {
                waited.countDown();
              }
              return null;
            });
    PointToPoint toA = new PointToPoint(a.address());
    members.get(1).send(ServiceNames.UNORDERED, "question", toA);
    members.get(1).send(ServiceNames.UNORDERED, "reply", toA);
    assertThat(waited.await(6, TimeUnit.SECONDS)).isTrue();
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void shouldLetAListenerSendInTotalOrderEvenAfterTheCoordinatorChanged() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Member b = members.get(1);
    Member c = members.get(2);
    members.get(0).control().leave();
    await("a view of two", () -> b.sees(2) && c.sees(2));
    List<String> heard = new ArrayList<>();
    c.data()
        .setMessageListener(
            m -> {
              String text = new String(m.getPayload(), StandardCharsets.UTF_8);
              synchronized (heard) {
                heard.add(text);
              }
              if (text.startsWith("ask")) {
                sendUnchecked(c, "answer to " + text);
              }
              return null;
            });
    for (int i = 0; i < 20; i++) {
      b.send(ServiceNames.TOTAL_ORDER, "ask " + i);
    }
    await("40 messages", () -> b.texts().size() == 40);
    await("the same at c", () -> same(heard, b.texts()));
  }

  private static boolean same(List<String> heard, List<String> others) {
    synchronized (heard) {
      return heard.equals(others);
    }
  }

  private static void sendUnchecked(Member member, String text) {
    try {
      member.send(ServiceNames.TOTAL_ORDER, text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a member sends must not wait until it has delivered what it sent before. */
  @Test
  void shouldSendInTotalOrderWhileItsOwnListenerIsBusy() throws Exception {
    List<Member> members = joined("a", "b");
    Member a = members.get(0);
    Member b = members.get(1);
    CountDownLatch others = new CountDownLatch(1);
    a.data().setMessageListener(message -> awaited(others));
    Thread sender = new Thread(() -> sendWhileBusy(a));
    sender.start();
    try {
      Awaitility.await("all of them at b")
          .atMost(Duration.ofSeconds(4))
          .until(() -> b.texts().size() == WHILE_BUSY);
    } finally {
      others.countDown();
    }
    awaitEnd(List.of(sender));
  }

  private static void sendWhileBusy(Member member) {
    for (int i = 0; i < WHILE_BUSY; i++) {
      sendUnchecked(member, Integer.toString(i));
    }
  }

  @Test
  void shouldLetAViewListenerSendInTotalOrder() throws Exception {
    Member a = member("a");
    a.control().setMembershipListener(new SendOnChange(() -> sendUnchecked(a, "view")));
    a.control().join();
    Member b = member("b");
    b.control().join();
    await("the message of the second view", () -> b.texts().contains("view"));
    await("both messages", () -> a.texts().size() == 2);
  }

  /**
   * Whatever becomes of best-effort messages, members that answer them must not block each other.
   */
  @Test
  void shouldGoOnWhenMembersFloodEachOtherAndAnswerInTheListener() throws Exception {
    List<Member> members = joined("a", "b");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Member member = members.get(i);
      Member other = members.get(1 - i);
      other.data().setMessageListener(message -> answer(other, message));
      threads.add(new Thread(() -> flood(member, other)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(longestFlood().toMillis());
      assertThat(thread.isAlive()).as("sender waits for ever").isFalse();
    }
    CountDownLatch heard = new CountDownLatch(2);
    for (Member member : members) {
      member
          .data()
          .setMessageListener(
              message -> {
                if (message.getPayload().length == 0) {
                  heard.countDown();
                }
                return null;
              });
    }
    members.get(0).send(ServiceNames.FIFO, "");
    assertThat(heard.await(longestFlood().toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  private Duration longestFlood() {
    return deadline().multipliedBy(4).dividedBy(3);
  }

  private static Object answer(Member member, Message asked) {
    byte[] payload = asked.getPayload();
    if (payload.length > 0 && payload[0] == 0) {
      byte[] answer = payload.clone();
      answer[0] = 1;
      try {
        member.send(ServiceNames.BEST_EFFORT, answer, new PointToPoint(asked.getSenderAddress()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return null;
  }

  private static void flood(Member from, Member to) {
    PointToPoint destination = new PointToPoint(to.address());
    byte[] payload = new byte[FLOOD_BYTES];
    try {
      for (int i = 0; i < FLOOD_MESSAGES; i++) {
        from.send(ServiceNames.BEST_EFFORT, payload, destination);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record SendOnChange(Runnable action) implements MembershipListener {
    @Override
    public void onMembershipChange() {
      action.run();
    }

    @Override
    public void onExcluded() {}
  }
}
