package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Duration;
import java.util.UUID;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Markers of a node are those of its table, whoever asks. */
class ContainerGroupTest {
  private static final SessionId SESSION = new SessionId("basket");

  @RegisterExtension static final AloneNode NODE = new AloneNode();

  private final MarkerTable table =
      new MarkerTable(NODE.database().source(), Duration.ofSeconds(10));
  private final RequestId request = new RequestId(UUID.randomUUID().toString());

  private static Replication.Markers markers() {
    return SystemInstance.get().getComponent(Replication.class).markers().orElseThrow();
  }

  @Test
  void shouldSayOfACommittedRequestThatItMustNotBeExecutedAgain() throws Exception {
    try (Connection connection = NODE.database().connection()) {
      table.record(connection, SESSION, request, 1);
    }

    assertThat(markers().bar(SESSION, request, 1)).isTrue();
  }

  @Test
  void shouldBarARequestThatIsNotCommitted() throws Exception {
    assertThat(markers().bar(SESSION, request, 1)).isFalse();

    try (Connection connection = NODE.database().connection()) {
      assertThatThrownBy(() -> table.record(connection, SESSION, request, 1))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("barred");
    }
  }
}
