package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {
  @TempDir private Path directory;

  @Test
  void shouldNameTheMissingToolAndHowToInstallIt() {
    assertThatThrownBy(() -> Tools.find(""))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("ab (ApacheBench) is missing")
        .hasMessageContaining("apt-get install apache2-bin apache2-utils");
  }

  @Test
  void shouldSayHowMuchMemoryIsMissing() throws IOException {
    Path info = Files.writeString(directory.resolve("meminfo"), memory(1000));

    assertThatThrownBy(() -> Tools.requireMemory(2500, "leave some out", info))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("1000 MB available")
        .hasMessageContaining("about 2500 MB")
        .hasMessageEndingWith("End other programs, or leave some out.");
  }

  @Test
  void shouldBeContentWithEnoughMemory() throws IOException {
    Path info = Files.writeString(directory.resolve("meminfo"), memory(3000));

    assertThatCode(() -> Tools.requireMemory(2500, "leave some out", info))
        .doesNotThrowAnyException();
  }

  private static String memory(int megabytes) {
    return "MemTotal:       99999999 kB\nMemAvailable:    " + megabytes * 1024 + " kB\n";
  }
}
