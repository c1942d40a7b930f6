package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.Test;

/** A server that took no call yet, and has not opened its table of markers. */
class LateMarkersTest {
  private static final SessionId CART = new SessionId("cart");
  private static final Optional<RequestId> REQUEST = Optional.of(new RequestId("r1"));

  @Test
  void shouldTryToOpenTheTableWhenAnUndecidedChangeIsTakenOver() throws Exception {
    try (var server = started()) {
      StatePropagation sessions =
          SystemInstance.get().getComponent(Replication.class).propagation();
      var creation = sessions.admitCreation(CART, "Cart", Duration.ZERO, REQUEST);
      try (var call = ((Admission.Granted) creation).call()) {
        call.prepare(Update.state(new byte[] {7}, new byte[] {1}), true);
      }

      assertThatThrownBy(() -> sessions.admit(CART, REQUEST))
          .as("server %s", server)
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("there is no data source 'absentSettling'");
    }
  }

  private static EmbeddedServer started() throws IOException {
    Properties properties = ServerProperties.replicating();
    properties.setProperty("g2cl.location", "127.0.0.1:" + FreePorts.next());
    properties.setProperty("SF.Markers", "absent");
    properties.setProperty("SF.MarkersSettling", "absentSettling");
    return EmbeddedServer.start(properties, null);
  }
}
