package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.g2cl.loadtest.paper.Contender;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PaperCommandOptionsTest {
  @Test
  void shouldCompareWithSpreadWhereTheEnvironmentNamesDaemons() {
    assertThat(systems()).contains(Contender.JGROUPS, Contender.SPREAD);
  }

  /** They listen outside of the namespaces. */
  @Test
  void shouldLeaveDaemonsOfTheEnvironmentOutWhereNodesReachNone() {
    assertThat(systems("--where=namespaces"))
        .contains(Contender.JGROUPS)
        .doesNotContain(Contender.SPREAD);
  }

  private static List<Contender> systems(String... options) {
    PaperCommand command = new PaperCommand("Node");
    CommandLine line = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
    Environment.with(line, "--spread-daemons", "127.0.0.1:4803").parseArgs(options);
    return command.systems();
  }
}
