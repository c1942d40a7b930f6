package org.g2cl.jgcs.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.MessageListener;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member whose listener of unordered messages waits for one in total order. */
class SlowListenersTest implements MessageListener, MembershipListener {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final byte UNORDERED = 1;
  private static final byte ORDERED = 2;

  private final CountDownLatch ordered = new CountDownLatch(1);
  private final AtomicInteger unordered = new AtomicInteger();
  private final AtomicInteger exclusions = new AtomicInteger();
  private Protocol protocol;
  private MembershipSession control;
  private DataSession data;

  @BeforeEach
  void join() throws Exception {
    LegacyGroup group = new LegacyGroup("slow listeners");
    protocol = Protocols.factory("legacy", HubPlugin.settings("a")).createProtocol();
    control = (MembershipSession) protocol.openControlSession(group);
    data = protocol.openDataSession(group);
    data.setMessageListener(this);
    control.setMembershipListener(this);
    control.join();
  }

  @AfterEach
  void close() throws Exception {
    ordered.countDown();
    protocol.close();
  }

  @Override
  public Object onMessage(Message message) {
    if (message.getPayload()[0] == ORDERED) {
      ordered.countDown();
      return null;
    }
    try {
      ordered.await();
      unordered.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  @Override
  public void onMembershipChange() {}

  @Override
  public void onExcluded() {
    exclusions.incrementAndGet();
  }

  private void send(byte payload, String service, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      Message message = data.createMessage();
      message.setPayload(new byte[] {payload});
      data.multicast(message, protocol.lookupService(service), null);
    }
  }

  @Test
  void shouldBeToldAMessageInTotalOrderThoughAllItsThreadsForUnorderedOnesWait() throws Exception {
    int more = UnorderedDelivery.MOST_THREADS + 1;
    send(UNORDERED, ServiceNames.UNORDERED, more);
    send(ORDERED, ServiceNames.TOTAL_ORDER, 1);
    assertThat(ordered.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await().atMost(LONG).untilAsserted(() -> assertThat(unordered).hasValue(more));
    assertThat(exclusions).hasValue(0);
  }

  @Test
  void shouldLeaveTheGroupWhenTooManyWaitWhileNoListenerComesToItsEnd() throws Exception {
    send(UNORDERED, ServiceNames.UNORDERED, UnorderedDelivery.MOST_MESSAGES + 1);
    await()
        .atMost(UnorderedDelivery.LONGEST_WAIT.plus(LONG))
        .untilAsserted(() -> assertThat(exclusions).hasValue(1));
    assertThat(control.getLocalAddress()).isNull();
    ordered.countDown();
    control.join();
    assertThat(control.getMembership().getMembershipList()).hasSize(1);
  }
}
