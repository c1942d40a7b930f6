package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswersInReadingThreadTest {
  private static final int MEMBERS = 3;
  private static final int MESSAGES = 1_000;
  private static final int BYTES = 10_000;
  private static final Duration LONGEST_START = Duration.ofSeconds(40);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(20);

  private final List<Member> members = new ArrayList<>();
  private final LongAdder received = new LongAdder();
  private final Set<SocketAddress> answered = ConcurrentHashMap.newKeySet();
  private final ExecutorService senders = Executors.newCachedThreadPool();

  @AfterEach
  void close() throws Exception {
    senders.shutdownNow();
    for (Member member : members) {
      member.protocol().close();
    }
  }

  @Test
  void shouldGoOnWhenThreeMembersFloodEachOtherAndAnswerWhereTheyRead() throws Exception {
    join();
    for (Member member : members) {
      member.data().setMessageListener(message -> answer(member, message));
    }
    List<Future<?>> floods = new ArrayList<>();
    for (Member member : members) {
      for (Member other : members) {
        if (!other.equals(member)) {
          floods.add(senders.submit(() -> flood(member, other.address())));
        }
      }
    }
    for (Future<?> flood : floods) {
      awaitWhileMessagesArrive(flood);
    }
    assertThat(answered).hasSize(MEMBERS);
  }

  /** However slow the machine is: members that wait for each other get no message any more. */
  private void awaitWhileMessagesArrive(Future<?> flood) throws Exception {
    while (!flood.isDone()) {
      long before = received.sum();
      try {
        flood.get(LONGEST_SILENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        assertThat(received.sum()).as("members wait for each other").isGreaterThan(before);
      }
    }
    flood.get();
  }

  private void join() throws Exception {
    List<Integer> ports = new ArrayList<>();
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      ports.add(FreePorts.next());
      peers.add("127.0.0.1:" + ports.get(i));
    }
    for (int port : ports) {
      Member member = Member.open(port, String.join(",", peers));
      members.add(member);
      member.control().join();
    }
    for (Member member : members) {
      await()
          .atMost(LONGEST_START)
          .until(() -> member.control().getMembership().getMembershipList().size() == MEMBERS);
    }
  }

  private Object answer(Member member, Message asked) {
    received.increment();
    byte[] payload = asked.getPayload();
    if (payload[0] == 0) {
      byte[] answer = payload.clone();
      answer[0] = 1;
      member.send(answer, asked.getSenderAddress());
      answered.add(member.address());
    }
    return null;
  }

  private static void flood(Member from, SocketAddress to) {
    byte[] payload = new byte[BYTES];
    for (int i = 0; i < MESSAGES; i++) {
      from.send(payload, to);
    }
  }

  private record Member(Protocol protocol, MembershipSession control, DataSession data) {
    static Member open(int port, String peers) throws IOException {
      Protocol protocol =
          Protocols.factory(
                  "jgroups",
                  Map.of(
                      ProtocolProvider.BIND_PORT,
                      Integer.toString(port),
                      ProtocolProvider.PEERS,
                      peers))
              .createProtocol();
      JGroupsGroup group = new JGroupsGroup("g");
      return new Member(
          protocol,
          (MembershipSession) protocol.openControlSession(group),
          protocol.openDataSession(group));
    }

    SocketAddress address() {
      return control.getLocalAddress();
    }

    void send(byte[] payload, SocketAddress to) {
      try {
        Message message = data.createMessage();
        message.setPayload(payload);
        data.multicast(
            message, protocol.lookupService(ServiceNames.BEST_EFFORT), null, new PointToPoint(to));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
