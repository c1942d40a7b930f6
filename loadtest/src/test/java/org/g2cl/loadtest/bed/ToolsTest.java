package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    machineHas(1000);

    assertThatThrownBy(() -> Tools.requireMemory(2500, "leave some out", directory))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("1000 MB available")
        .hasMessageContaining("about 2500 MB")
        .hasMessageEndingWith("End other programs, or leave some out.");
  }

  @Test
  void shouldBeContentWithEnoughMemory() throws IOException {
    machineHas(3000);

    assertThatCode(() -> Tools.requireMemory(2500, "leave some out", directory))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0::/", "0::/shop/bed", "0::/on/the/host/only"})
  void shouldCountTheLimitOfAContainerWhereItIsTheSmallerOne(String group) throws IOException {
    machineHas(9000);
    write("proc/self/cgroup", group);
    write("sys/fs/cgroup/memory.max", bytes(2000));
    write("sys/fs/cgroup/memory.current", bytes(1500));
    write("sys/fs/cgroup/memory.stat", "anon 1\nactive_file %s\n".formatted(bytes(300)));
    write("sys/fs/cgroup/shop/bed/memory.max", "max");
    write("sys/fs/cgroup/shop/bed/memory.current", bytes(1500));

    assertThatThrownBy(() -> Tools.requireMemory(801, "leave some out", directory))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("800 MB available below the limit of this container or control group")
        .hasMessageEndingWith("End other programs, or leave some out. Or raise that limit.");
    Tools.requireMemory(800, "leave some out", directory);
  }

  @Test
  void shouldCountTheLimitOfAControlGroupOfTheFirstVersion() throws IOException {
    machineHas(9000);
    write("proc/self/cgroup", "3:cpuset:/shop\n4:memory,other:/shop\n0::/");
    write("sys/fs/cgroup/memory/shop/memory.limit_in_bytes", bytes(2000));
    write("sys/fs/cgroup/memory/shop/memory.usage_in_bytes", bytes(1500));
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    write("sys/fs/cgroup/memory/memory.usage_in_bytes", bytes(8000));
    String stat = "inactive_file 1\ntotal_inactive_file %s\n".formatted(bytes(300));
    write("sys/fs/cgroup/memory/shop/memory.stat", stat);

    assertThatThrownBy(() -> Tools.requireMemory(801, "leave some out", directory))
        .hasMessageContaining("800 MB available below the limit");
    Tools.requireMemory(800, "leave some out", directory);
  }

  private void machineHas(int megabytes) throws IOException {
    write(
        "proc/meminfo",
        "MemTotal:       99999999 kB\nMemAvailable:    " + megabytes * 1024 + " kB\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static String bytes(long megabytes) {
    return "" + megabytes * 1024 * 1024;
  }
}
