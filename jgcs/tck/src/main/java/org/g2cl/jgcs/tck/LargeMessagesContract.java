package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.annotation.SelfDelivery;
import org.junit.jupiter.api.Test;

/** Messages larger than any engine sends at once, which keep their place among the others. */
public abstract class LargeMessagesContract extends ContractTest {
  private static final String LARGE = "x".repeat(300_000);
  private static final int PER_SENDER = 6;
  private static final int MANY = 4_000;

  /** Beginning of a message that its sender does not get. */
  private static final String HIDDEN = "hidden ";

  /** For the subclass of a binding. */
  protected LargeMessagesContract() {}

  @Test
  void shouldDeliverLargeAndSmallMessagesInTheSameOrderToAllWhenSendersAreConcurrent()
      throws Exception {
    List<Member> members = joined("a", "b", "c");
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Exception> failure = new AtomicReference<>();
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      String prefix = (char) ('a' + i) + " ";
      threads.add(new Thread(() -> sendMixed(member, prefix, failure)));
    }
    threads.forEach(Thread::start);
    awaitEnd(threads);
    assertThat(failure.get()).isNull();
    int all = 2 * PER_SENDER * members.size();
    await(all + " messages", () -> members.stream().allMatch(m -> m.texts().size() >= all));
    for (Member member : members) {
      assertThat(starts(member)).hasSize(all).isEqualTo(starts(members.get(0)));
      assertThat(member.payloads()).allMatch(p -> p.length < 20 || p.length > LARGE.length());
    }
  }

  private static void sendMixed(Member member, String prefix, AtomicReference<Exception> failure) {
    try {
      send(member, ServiceNames.TOTAL_ORDER, prefix);
    } catch (IOException e) {
      failure.set(e);
    }
  }

  /** A large and a small one by turns, numbered from 0 to 2 * PER_SENDER - 1. */
  private static void send(Member member, String service, String prefix, Annotation... annotations)
      throws IOException {
    for (int i = 0; i < 2 * PER_SENDER; i += 2) {
      member.send(service, prefix + i + " " + LARGE, annotations);
      member.send(service, prefix + (i + 1) + " ", annotations);
    }
  }

  private static List<String> starts(Member member) {
    return member.texts().stream().map(text -> text.replace(LARGE, "")).toList();
  }

  @Test
  void shouldKeepSmallMessagesBehindTheLargeOnesOfTheirSender() throws Exception {
    List<Member> members = joined("a", "b");
    send(members.get(0), ServiceNames.FIFO, "");
    assertNumbered(members.get(0));
    assertNumbered(members.get(1));
  }

  @Test
  void shouldKeepTheOrderOfLargeAndSmallMessagesToOneMember() throws Exception {
    List<Member> members = joined("a", "b");
    PointToPoint toB = new PointToPoint(members.get(1).address());
    send(members.get(0), ServiceNames.FIFO, "", toB);
    assertNumbered(members.get(1));
    assertThat(members.get(0).texts()).isEmpty();
  }

  /** More than an engine takes at once, so that those which come later queue. */
  @Test
  void shouldKeepTheOrderOfManyMessagesOfAllSizesInTotalOrder() throws Exception {
    List<Member> members = joined("a", "b");
    Member first = members.get(0);
    Member second = members.get(1);
    for (int i = 0; i < MANY; i++) {
      second.send(ServiceNames.TOTAL_ORDER, numbered(i), notToSelf(i));
    }
    List<String> expected =
        IntStream.range(0, MANY).mapToObj(LargeMessagesContract::numbered).toList();
    await("all messages", () -> first.texts().size() >= MANY);
    assertThat(first.texts()).isEqualTo(expected);
    List<String> own = expected.stream().filter(text -> !text.startsWith(HIDDEN)).toList();
    await("its own messages", () -> second.texts().size() >= own.size());
    assertThat(second.texts()).isEqualTo(own);
  }

  /** Mostly small, now and then of up to some thousand bytes. */
  private static String numbered(int number) {
    String text = (isHidden(number) ? HIDDEN : "") + number;
    return number % 50 == 0 ? text + LARGE.substring(0, number) : text + " ".repeat(number % 40);
  }

  private static boolean isHidden(int number) {
    return number % 77 == 3;
  }

  private static Annotation[] notToSelf(int number) {
    return isHidden(number) ? new Annotation[] {SelfDelivery.DISCARD} : new Annotation[0];
  }

  private void assertNumbered(Member member) {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 2 * PER_SENDER; i++) {
      expected.add(i + " ");
    }
    await("all messages", () -> member.texts().size() >= expected.size());
    assertThat(starts(member)).isEqualTo(expected);
  }
}
