package org.g2cl.simulate.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir private Path directory;

  @Test
  void shouldRefuseAFileInPlaceOfTheDirectoryBeforeItRunsASeed() throws IOException {
    Path taken = Files.writeString(directory.resolve("taken"), "a file");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute("--seeds=1", "--minutes=1", "--out=" + taken);

    assertThat(code).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("--out " + taken + " is a file; name another directory");
  }

  @Test
  void shouldLeaveNoHistoryOfARunBefore() throws IOException {
    Path old = Files.writeString(directory.resolve("seed-9.txt"), "of before");
    Path other = Files.writeString(directory.resolve("seed-notes.txt"), "of somebody");

    Main.commandLine()
        .setOut(new PrintWriter(new StringWriter(), true))
        .execute("--seeds=1", "--minutes=1", "--out=" + directory);

    assertThat(old).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void shouldRefuseAsManyBackupsAsNodes() {
    StringWriter err = new StringWriter();

    int code =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("--seeds=1", "--nodes=2", "--backups=2");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--backups is 2; it must be from 1 to 1");
  }

  @Test
  void shouldRefuseAModeThatPromisesNothingAndMoreMinimumCopiesThanBackups() {
    StringWriter err = new StringWriter();

    int asynchronous =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("--seeds=1", "--mode=asynchronous");
    int minimum =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("--seeds=1", "--minimum-copies=2");

    assertThat(List.of(asynchronous, minimum)).containsOnly(2);
    assertThat(err.toString())
        .contains("--mode is asynchronous, in which acknowledged calls may be lost")
        .contains("--minimum-copies is 2; it must be from 0 to 1");
  }

  @Test
  void shouldTellTheFiguresThatItCannotWrite() throws IOException {
    Files.createDirectory(directory.resolve("simulate.json"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute("--seeds=1", "--minutes=1", "--out=" + directory);

    assertThat(code).isEqualTo(3);
    assertThat(out.toString()).contains("calls answered", "violations           none");
    assertThat(err.toString()).contains("simulate.json", "--out").doesNotContain("\tat ");
  }

  @Test
  void shouldRefuseSeedsThatItCannotCount() {
    for (String[] arguments :
        new String[][] {
          {"--seeds=3000000000"}, {"--seeds=2", "--seed=9223372036854775807"}, {"--seeds=0"}
        }) {
      StringWriter err = new StringWriter();

      int code = Main.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);

      assertThat(code).isEqualTo(2);
      assertThat(err.toString())
          .contains("it must be from", "./ha simulate --help")
          .doesNotContain("Usage:");
    }
  }

  @Test
  void shouldExplainTheRowsThatNeedItBelowTheTable() {
    StringWriter out = new StringWriter();

    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute("--seeds=2", "--minutes=1", "--out=target/explained");

    assertThat(code).as(out.toString()).isZero();
    String table = out.toString();
    for (String row : List.of("given up by clients", "all copies crashed")) {
      assertThat(table).containsPattern("(?m)^" + row + " +[0-9]");
      assertThat(table).containsPattern("(?m)^" + row + ": [a-z]");
    }
    assertThat(table).contains("target/explained/simulate.json").doesNotContain(": /", " /");
  }

  @Test
  void shouldRefuseAnEmptyDirectory() {
    StringWriter err = new StringWriter();

    int code = Main.commandLine().setErr(new PrintWriter(err, true)).execute("--seeds=1", "--out=");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--out", "it is empty; name a directory");
  }

  @Test
  void shouldExplainTheWordsOfAHistoryAboveIt() {
    StringWriter out = new StringWriter();

    int code =
        Main.commandLine().setOut(new PrintWriter(out, true)).execute("--seed=7", "--minutes=1");

    List<String> lines = out.toString().lines().toList();
    String legend =
        lines.stream().filter(line -> line.startsWith("#")).collect(Collectors.joining("\n"));
    String history =
        lines.stream().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
    assertThat(code).isZero();
    assertThat(lines.get(0)).startsWith("#");
    for (String word :
        List.of("asks", "hears of", "runs", "has done", "has view", "DONE", "calm")) {
      assertThat(history).as("the history says").contains(word);
      assertThat(legend).as("the legend explains").contains(word);
    }
  }

  @Test
  void shouldNameThePageAboutHistoriesInTheHelp() {
    StringWriter out = new StringWriter();

    Main.commandLine().setOut(new PrintWriter(out, true)).execute("--help");

    assertThat(out.toString().replaceAll("\\s+", " ")).contains("docs/howto/simulate.md");
    assertThat(Path.of("../docs/howto/simulate.md")).content().contains("## Reading a history");
  }
}
