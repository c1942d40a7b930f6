package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ComposeFileTest {
  private static final Path FILE = Path.of("../docker-compose.yml");
  private static final Path BALANCER = Path.of("src/main/docker/httpd.conf");
  private static final Pattern COMMAND = Pattern.compile("command: \\[(\"(?:node|web)\".*)]");
  private static final Pattern WORD = Pattern.compile("\"([^\"]+)\"|(\\*peers)");

  @Test
  void shouldStartSixBusinessAndTwoWebNodesWithOptionsThatExist() throws IOException {
    List<List<String>> commands = commands();

    assertThat(commands).filteredOn(words -> words.get(0).equals("node")).hasSize(6);
    assertThat(commands).filteredOn(words -> words.get(0).equals("web")).hasSize(2);
    for (List<String> words : commands) {
      CommandLine line = Main.commandLine(RealNodes.starters(), Main.class);
      assertThatCode(() -> line.parseArgs(words.toArray(String[]::new)))
          .as("%s", words)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void shouldBalanceTheWebNodesThatItStarts() throws IOException {
    String balancer = Files.readString(BALANCER);
    for (List<String> words : commands()) {
      if (words.get(0).equals("web")) {
        assertThat(balancer)
            .contains(
                "http://127.0.0.1:%s route=%s"
                    .formatted(value(words, "--port"), value(words, "--name")));
      }
    }
  }

  private static List<List<String>> commands() throws IOException {
    return COMMAND.matcher(Files.readString(FILE)).results().map(ComposeFileTest::words).toList();
  }

  private static List<String> words(MatchResult command) {
    return WORD.matcher(command.group(1))
        .results()
        .map(word -> word.group(1) != null ? word.group(1) : "127.0.0.1:7801,127.0.0.1:7802")
        .toList();
  }

  private static String value(List<String> words, String option) {
    return words.stream()
        .filter(word -> word.startsWith(option + "="))
        .map(word -> word.substring(option.length() + 1))
        .findFirst()
        .orElseThrow();
  }
}
