package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MarshalDataSessionTest {
  private final TestGroup group = new TestGroup();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  @Test
  void shouldDeliverToTheReceiverOfTheServiceIdOnly() throws Exception {
    MarshalDataSession a = group.session("a");
    List<G2CLMessage> one = new CopyOnWriteArrayList<>();
    List<G2CLMessage> two = new CopyOnWriteArrayList<>();
    a.register(1, one::add);
    a.register(2, two::add);
    a.join();
    a.send(new G2CLMessage(null, new byte[] {9}), 2, ServiceNames.FIFO);
    await().until(() -> two.size() == 1);
    assertThat(two.get(0).getPayload()).containsExactly(9);
    assertThat(two.get(0).getSender()).isEqualTo(a.localAddress());
    assertThat(one).isEmpty();
  }

  @Test
  void shouldTellListenersEachViewAfterItIsSet() throws Exception {
    MarshalDataSession a = group.session("a");
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    a.addMembershipListener(view -> sizes.add(a.membership().getMembershipList().size()));
    a.join();
    MarshalDataSession b = group.session("b");
    b.join();
    assertThat(b.membership().getMemberRank(b.localAddress())).isEqualTo(1);
    group.awaitMembers(2);
    b.close();
    await().until(() -> sizes.equals(List.of(1, 2, 1)));
  }

  @Test
  void shouldTellTheOtherListenersWhenOneFailsWithAnError() throws Exception {
    MarshalDataSession a = group.session("a");
    List<Object> told = new CopyOnWriteArrayList<>();
    a.addMembershipListener(
        view -> {
          throw new AssertionError("thrown by the test");
        });
    a.addMembershipListener(view -> told.add("view"));
    a.addDepartureListener(
        departure -> {
          throw new AssertionError("thrown by the test");
        });
    a.addDepartureListener(told::add);
    a.join();
    a.leave();
    assertThat(told).containsExactly("view", Departure.LEFT);
  }

  @Test
  void shouldFollowItsLifeCycle() throws Exception {
    MarshalDataSession a = group.session("a");
    List<Departure> departures = new ArrayList<>();
    a.addDepartureListener(departures::add);
    G2CLMessage message = new G2CLMessage(null, new byte[0]);
    assertThat(a.localAddress()).isNull();
    assertThatThrownBy(a::membership)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("join() first");
    assertThatThrownBy(() -> a.send(message, 1, ServiceNames.FIFO))
        .isInstanceOf(InvalidStateException.class);
    a.join();
    assertThatThrownBy(a::join).isInstanceOf(InvalidStateException.class);
    a.leave();
    assertThatThrownBy(a::leave).isInstanceOf(InvalidStateException.class);
    a.join();
    assertThat(a.membership().getMembershipList()).containsExactly(a.localAddress());
    a.close();
    a.close();
    assertThatThrownBy(a::join).isInstanceOf(ClosedSessionException.class);
    assertThat(a.isJoined()).isFalse();
    assertThat(departures).containsExactly(Departure.LEFT, Departure.LEFT);
  }

  @Test
  void shouldRefuseASecondSessionOfAProtocolAndGroupUntilTheFirstIsClosed() throws Exception {
    Protocol protocol = group.protocol("a");
    MarshalDataSession first = MarshalDataSession.open(protocol, group.configuration());
    List<G2CLMessage> got = new CopyOnWriteArrayList<>();
    first.register(1, got::add);
    assertThatThrownBy(() -> MarshalDataSession.open(protocol, group.configuration()))
        .isInstanceOf(InvalidStateException.class)
        .hasMessageContaining("in use; share its MarshalDataSession");
    first.join();
    first.send(new G2CLMessage(null, new byte[1]), 1, ServiceNames.FIFO);
    await().until(() -> got.size() == 1);
    first.close();
    try (MarshalDataSession second = MarshalDataSession.open(protocol, group.configuration())) {
      second.join();
      assertThat(second.isJoined()).isTrue();
    }
  }

  @Test
  void shouldDropAndCountForeignFramesAndLive() throws Exception {
    MarshalDataSession a = group.session("a");
    List<G2CLMessage> got = new CopyOnWriteArrayList<>();
    a.register(
        1,
        message -> {
          got.add(message);
          throw new IllegalStateException("receiver fails");
        });
    a.join();
    List<byte[]> foreign =
        List.of(
            new byte[0], new byte[] {99, 1, 0, 0}, new byte[] {1, 1, 2, 0}, new byte[] {116, 101});
    try (Protocol protocol = group.network.factory("x").createProtocol()) {
      var configuration = Protocols.provider("local").group("test");
      DataSession stranger = protocol.openDataSession(configuration);
      protocol.openControlSession(configuration).join();
      for (byte[] frame : foreign) {
        Message message = stranger.createMessage();
        message.setPayload(frame);
        stranger.multicast(message, protocol.lookupService(ServiceNames.FIFO), null);
      }
      await().until(() -> a.droppedFrames() == foreign.size());
    }
    a.send(new G2CLMessage(null, new byte[1]), 200, ServiceNames.FIFO);
    await().until(() -> a.droppedFrames() == foreign.size() + 1L);
    a.send(new G2CLMessage(null, new byte[1]), 1, ServiceNames.FIFO);
    a.send(new G2CLMessage(null, new byte[1]), 1, ServiceNames.FIFO);
    await().until(() -> got.size() == 2);
  }

  @Test
  void shouldRefuseWrongServiceIds() throws Exception {
    MarshalDataSession a = group.session("a");
    a.register(1, message -> {}).close();
    a.register(1, message -> {});
    assertThatThrownBy(() -> a.register(1, message -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> a.register(256, message -> {})).hasMessageContaining("0 to 255");
    assertThatThrownBy(() -> a.send(new G2CLMessage(null), 1, "quick"))
        .hasMessageContaining("'quick' is unknown");
  }
}
