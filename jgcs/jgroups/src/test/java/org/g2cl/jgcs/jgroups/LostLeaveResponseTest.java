package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.awaitility.Awaitility;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.util.MessageBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member whose leave JGroups answers, which the member never hears: that message is sent once.
 */
class LostLeaveResponseTest {
  private static final Duration LONGEST = Duration.ofSeconds(4);
  private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);

  /** Loses the responses; public because JGroups makes it by its name. */
  public static final class Losing extends org.jgroups.stack.Protocol {
    private static boolean isResponse(Message message) {
      Object header = message.getHeader(GMS_ID);
      return header != null && header.toString().contains("LEAVE_RSP");
    }

    @Override
    public Object up(Message message) {
      return isResponse(message) ? null : up_prot.up(message);
    }

    @Override
    public void up(MessageBatch batch) {
      batch.array().removeIf(Losing::isResponse, true);
      if (!batch.isEmpty()) {
        up_prot.up(batch);
      }
    }
  }

  @TempDir Path folder;

  @Test
  void shouldBeGoneForTheOthersAndNotComeBack() throws Exception {
    int port = FreePorts.next();
    try (Protocol a = member("a", port, "");
        Protocol b = member("b", FreePorts.next(), "127.0.0.1:" + port)) {
      ControlSession first = joined(a);
      List<Membership> views = new CopyOnWriteArrayList<>();
      MembershipSession membership = (MembershipSession) first;
      membership.setMembershipListener(new Views(membership, views));
      ControlSession second = joined(b);
      SocketAddress leaver = second.getLocalAddress();
      long start = System.nanoTime();
      second.leave();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
      Awaitility.await("the first is told, by the thread of its views")
          .atMost(LONGEST)
          .untilAsserted(
              () ->
                  assertThat(views)
                      .last()
                      .satisfies(
                          view ->
                              assertThat(view.getLeavedMembers())
                                  .as("failed: %s", view.getFailedMembers())
                                  .containsExactly(leaver)));
      assertThat(views).as("joined, left, and no more").hasSize(2);
    }
  }

  private record Views(MembershipSession session, List<Membership> views)
      implements MembershipListener {
    @Override
    public void onMembershipChange() {
      try {
        views.add(session.getMembership());
      } catch (InvalidStateException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void onExcluded() {}
  }

  private Protocol member(String name, int port, String peers) throws Exception {
    Path stack = folder.resolve("losing.xml");
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(
          stack, text.replace("<pbcast.GMS ", "<" + Losing.class.getName() + "/>\n  <pbcast.GMS "));
    }
    Map<String, String> settings =
        Map.of(
            ProtocolProvider.STACK,
            stack.toString(),
            ProtocolProvider.MEMBER_NAME,
            name,
            ProtocolProvider.BIND_PORT,
            Integer.toString(port),
            ProtocolProvider.PEERS,
            peers);
    return Protocols.factory(JGroupsProtocolProvider.NAME, settings).createProtocol();
  }

  private static ControlSession joined(Protocol protocol) throws Exception {
    ControlSession control =
        protocol.openControlSession(Protocols.provider(JGroupsProtocolProvider.NAME).group("g"));
    control.join();
    return control;
  }
}
