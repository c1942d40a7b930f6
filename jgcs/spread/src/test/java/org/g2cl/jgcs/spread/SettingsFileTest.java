package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {
  @TempDir private Path folder;

  @Test
  void shouldSayThatTheStackIsNoXml() throws Exception {
    Path file = Files.writeString(folder.resolve("tcp.xml"), "<config>\n <TCP/>\n</config>\n");
    assertRefused(file, "'stack'", file.toString(), "must be a file of properties", "it is XML");
  }

  @Test
  void shouldNameTheFileWithASettingThatIsUnknown() throws Exception {
    Path file = Files.writeString(folder.resolve("a.properties"), "peerz=127.0.0.1:4803\n");
    assertRefused(file, "has no setting 'peerz'", "in file '" + file + "'");
  }

  private static void assertRefused(Path file, String... texts) {
    assertThatThrownBy(() -> SpreadSettings.of(Map.of(ProtocolProvider.STACK, file.toString())))
        .isInstanceOf(GroupException.class)
        .hasMessageContainingAll(texts);
  }
}
