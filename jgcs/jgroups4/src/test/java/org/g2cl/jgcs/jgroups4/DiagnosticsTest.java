package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.jgroups.conf.ProtocolConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JGroups answers whoever asks about a channel, unless it is told not to. */
class DiagnosticsTest {
  private static final String ATTRIBUTE = "enable_diagnostics";

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "udp"})
  void shouldBeOffInShippedStacks(String stack) throws Exception {
    assertThat(enabled(stack)).isEqualTo("false");
  }

  @Test
  void shouldBeOffInAStackOfOnesOwnThatSaysNothingOfThem(@TempDir Path folder) throws Exception {
    String off = ATTRIBUTE + "=\"false\"";
    assertThat(tcp()).contains(off);
    Path own = Files.writeString(folder.resolve("own.xml"), tcp().replace(off, ""));

    assertThat(enabled(own.toString())).isEqualTo("false");
  }

  private static String tcp() throws Exception {
    try (InputStream xml = Stack.class.getResourceAsStream("tcp.xml")) {
      return new String(xml.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What the transport is told. */
  private static String enabled(String stack) throws Exception {
    Map<String, String> settings =
        Map.of(ProtocolProvider.STACK, stack, ProtocolProvider.BIND_ADDRESS, "127.0.0.1");
    ProtocolConfiguration transport =
        Stack.load(StackSettings.of(JGroups4ProtocolProvider.NAME, settings))
            .with(0)
            .getProtocolStack()
            .get(0);
    return transport.getProperties().get(ATTRIBUTE);
  }
}
