package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class StartTogetherTest {
  private static final Logger LOG = LoggerFactory.getLogger(StartTogetherTest.class);
  private static final int NODES = 6;

  private final List<Protocol> protocols = new ArrayList<>();
  private final ExecutorService starters = Executors.newFixedThreadPool(NODES);

  @AfterEach
  void close() throws Exception {
    starters.shutdown();
    for (Protocol protocol : protocols) {
      protocol.close();
    }
  }

  private MembershipSession session(String name, int port, String peers) throws GroupException {
    Protocol protocol =
        Protocols.factory(
                "jgroups",
                Map.of(
                    ProtocolProvider.MEMBER_NAME, name,
                    ProtocolProvider.BIND_PORT, Integer.toString(port),
                    ProtocolProvider.PEERS, peers))
            .createProtocol();
    protocols.add(protocol);
    return (MembershipSession) protocol.openControlSession(new JGroupsGroup("g"));
  }

  @Test
  void shouldEndInOneGroupWhenAllStartAtOnceAndTakeAnUnlistedOneLater() throws Exception {
    List<Integer> ports = new ArrayList<>();
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      int port = FreePorts.next();
      ports.add(port);
      peers.add("127.0.0.1:" + port);
    }
    List<MembershipSession> sessions = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      sessions.add(session("n" + i, ports.get(i), String.join(",", peers)));
    }
    long start = System.nanoTime();
    List<Future<?>> joins = new ArrayList<>();
    for (MembershipSession session : sessions) {
      joins.add(
          starters.submit(
              () -> {
                session.join();
                return null;
              }));
    }
    for (Future<?> join : joins) {
      join.get();
    }
    LOG.info("all joined after {} ms", (System.nanoTime() - start) / 1_000_000);
    awaitOneGroup(sessions, NODES);
    LOG.info("one group after {} ms", (System.nanoTime() - start) / 1_000_000);
    MembershipSession late = session("late", 0, peers.get(3));
    late.join();
    sessions.add(late);
    awaitOneGroup(sessions, NODES + 1);
    assertThat(late.getMembership().getCoordinatorRank()).isZero();
  }

  private static void awaitOneGroup(List<MembershipSession> sessions, int size) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              for (MembershipSession session : sessions) {
                if (session.getMembership().getMembershipList().size() != size) {
                  return false;
                }
              }
              return true;
            });
  }
}
