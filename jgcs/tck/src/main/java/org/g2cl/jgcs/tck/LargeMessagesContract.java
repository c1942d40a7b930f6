package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import org.junit.jupiter.api.Test;

/** Messages larger than any engine sends at once, which keep their place among the others. */
public abstract class LargeMessagesContract extends ContractTest {
  private static final String LARGE = "x".repeat(300_000);
  private static final int PER_SENDER = 6;

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

  private void assertNumbered(Member member) {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 2 * PER_SENDER; i++) {
      expected.add(i + " ");
    }
    await("all messages", () -> member.texts().size() >= expected.size());
    assertThat(starts(member)).isEqualTo(expected);
  }
}
