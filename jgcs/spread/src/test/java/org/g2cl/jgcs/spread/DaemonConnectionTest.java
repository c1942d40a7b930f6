package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DaemonConnectionTest {
  private InTestDaemon daemon;
  private DaemonConnection connection;

  @BeforeEach
  void connect() throws Exception {
    daemon = InTestDaemon.start();
    SpreadSettings settings = SpreadSettings.of(Map.of("peers", daemon.address()));
    connection = DaemonConnection.open(settings, settings.daemons().get(0), "a");
  }

  @AfterEach
  void close() {
    connection.close();
    daemon.close();
  }

  @Test
  void shouldBeClosedWhenAnErrorMayHaveCutAFrameShort() throws Exception {
    assertThatThrownBy(
            () ->
                connection.write(
                    writer -> {
                      throw new InternalError("meant by the test");
                    }))
        .isInstanceOf(InternalError.class);
    assertThatThrownBy(() -> connection.write(writer -> writer.request(0, "group")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("is broken");
    assertThatThrownBy(connection::read).isInstanceOf(IOException.class);
  }
}
