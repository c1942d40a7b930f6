package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.ServerMetaData;
import org.junit.jupiter.api.Test;

class EjbdTransportTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Call CALL = new Call(Call.Kind.REPEATABLE, "session", "Echo", "Echo.say");
  private static final Call ONCE = new Call(Call.Kind.ONCE, null, "logout", "logout");

  private final Pools pools = new Pools(ClientSettings.defaults());

  @Test
  void shouldKeepNoConnectionWhenAPolicyThrowsAnErrorInTheFirstWait() throws Exception {
    try (FakeServer server = new FakeServer(FakeBeans::serve)) {
      server.stopReading();

      assertThatAnErrorOfThePolicyKeepsNoConnection(server);
    }
  }

  @Test
  void shouldKeepNoConnectionWhenAPolicyThrowsAnErrorInTheWaitAfterAnIdleOneWasClosed()
      throws Exception {
    try (FakeServer server = new FakeServer(FakeBeans::serve)) {
      attempt(server);
      assertThat(pools.open()).as("idle").isEqualTo(1);
      server.stopReading();
      server.closeConnections();

      assertThatAnErrorOfThePolicyKeepsNoConnection(server);
      assertThat(server.connections()).as("the idle one and that in its place").isEqualTo(2);
    }
  }

  @Test
  void shouldTellThatARequestWasSentTwiceSinceItsConnectionHadBeenClosed() throws Exception {
    try (FakeServer server = new FakeServer(FakeBeans::serve)) {
      EjbdTransport transport = transport(server);
      transport.attempt(server.location(), () -> TIMEOUT);
      assertThat(transport.sentTwice()).isFalse();
      server.closeConnections();

      transport.attempt(server.location(), () -> TIMEOUT);
      assertThat(transport.sentTwice()).isTrue();
    }
  }

  @Test
  void shouldKeepNoMoreConnectionsForRequestsThatTakeNewOnes() throws Exception {
    try (FakeServer server = new FakeServer(FakeBeans::serve)) {
      attempt(server);
      for (int i = 0; i < 5; i++) {
        transport(ONCE, server).attempt(server.location(), () -> TIMEOUT);
      }

      assertThat(server.connections()).as("each request took a new one").isEqualTo(6);
      assertThat(pools.open()).isEqualTo(1);
    }
  }

  @Test
  void shouldKeepNoConnectionOfACallThatEndsAfterThePoolsWereClosed() throws Exception {
    try (FakeServer server = new FakeServer(FakeBeans::serve)) {
      pools.close();

      attempt(server);

      assertThat(server.connections()).isEqualTo(1);
      assertThat(pools.open()).isZero();
    }
  }

  private void assertThatAnErrorOfThePolicyKeepsNoConnection(FakeServer server) {
    assertThatThrownBy(() -> attempt(server)).isInstanceOf(NoClassDefFoundError.class);
    assertThat(pools.open()).isZero();
  }

  private void attempt(FakeServer server) throws IOException {
    transport(server).attempt(server.location(), () -> TIMEOUT);
  }

  private EjbdTransport transport(FakeServer server) {
    return transport(CALL, server);
  }

  private EjbdTransport transport(Call call, FakeServer server) {
    return new EjbdTransport(
        call,
        new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, "EchoRemote"),
        new JNDIResponse(),
        new ServerMetaData(URI.create("ejbd://" + server.location())),
        pools,
        new BrokenPolicy());
  }

  /** Fails when it is asked whether to give a server up. */
  private static final class BrokenPolicy implements EjbdTransport.Views {
    @Override
    public long version(Location server) {
      return 0;
    }

    @Override
    public void update(Location teller, ClusterMetaData servers, long asked) {}

    @Override
    public boolean hasLeft(Location server, ServerMetaData provider, Duration longest) {
      throw new NoClassDefFoundError("meant by the test");
    }
  }
}
