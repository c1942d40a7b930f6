package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.g2cl.loadtest.bed.LoadTools;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Nodes whose heaps no machine of ours has. */
class TooLittleMemoryTest {
  private static final Pattern OPTION = Pattern.compile("--[a-z-]+");

  @TempDir private Path directory;

  @BeforeAll
  static void needTools() {
    LoadTools.orSkip();
  }

  @ParameterizedTest
  @CsvSource({
    "demo --business-nodes 30, --business-nodes",
    "chaos --nodes 30, --nodes",
    "loadtest paper --business-nodes 30 --systems none, --systems",
    "loadtest failover --business-nodes 30, --business-nodes",
    "loadtest soak --business-nodes 30, --business-nodes",
    "loadtest scale, --heap"
  })
  void shouldNameOptionsThatTheCommandHas(String arguments, String option) {
    StringWriter err = new StringWriter();
    CommandLine line =
        Main.commandLine(StandIns.starters(), StandIns.class).setErr(new PrintWriter(err, true));
    String[] words = (arguments + " --heap 16384 --out " + directory).split(" ", -1);

    assertThat(line.setOut(new PrintWriter(new StringWriter())).execute(words))
        .as(err.toString())
        .isEqualTo(ExitCodes.ENVIRONMENT);

    CommandLine command = line;
    while (command.getParseResult().hasSubcommand()) {
      command = command.getParseResult().subcommand().commandSpec().commandLine();
    }
    List<String> named = OPTION.matcher(err.toString()).results().map(MatchResult::group).toList();
    assertThat(err.toString()).contains("too little memory: ", "End other programs, or ");
    assertThat(named).contains(option);
    assertThat(command.getCommandSpec().optionsMap().keySet()).containsAll(named);
  }
}
