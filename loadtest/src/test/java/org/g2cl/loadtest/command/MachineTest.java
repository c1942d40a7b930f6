package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.loadtest.bed.Tools;
import org.junit.jupiter.api.Test;

class MachineTest {
  @Test
  void shouldTellItsMemoryInMegabytes() {
    assertThat(Machine.memory("24683656 kB")).isEqualTo("24,105 MB");
    assertThat(Machine.memory("")).as("no such file").isEqualTo("unknown");
  }

  @Test
  void shouldTellTheLoadAveragesBeforeAndAfterARun() {
    assertThat(Machine.description("0.50 0.40 0.30 1/200 4711"))
        .containsKeys("processors", "memory", "system")
        .containsEntry("load average before", "0.50 0.40 0.30 1/200 4711")
        .hasEntrySatisfying(
            "load average after",
            load -> assertThat(load).matches("unknown|(\\d+\\.\\d\\d ){3}.*"));
  }

  @Test
  void shouldTellNoVersionOfToolsThatAreNotUsed() {
    assertThat(Machine.versions(Tools.none(), "PostgreSQL"))
        .containsOnlyKeys("ha", "Java", "database");
  }
}
