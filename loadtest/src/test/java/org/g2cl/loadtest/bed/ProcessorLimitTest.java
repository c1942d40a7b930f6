package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Limits of processor time: real ones where this machine's control groups can be written, and what
 * is written for both versions of them, into files that lie as the kernel has them.
 */
class ProcessorLimitTest {
  private static final Pattern GROUP = Pattern.compile("g2cl-(\\d+)");

  /** Longer than a JVM lives that runs tests, and than any process id. */
  private static final String NO_PROCESS = "99999999";

  @TempDir private Path directory;

  /** Skips the test where processes cannot be limited, which it says. */
  static void needLimits() {
    try {
      ProcessorLimit.requireOn(HostShell.here());
    } catch (BedException e) {
      Assumptions.abort(e.getMessage());
    }
  }

  @Test
  void shouldLetABusyProcessHaveItsPartOfTheTimeOnly() {
    needLimits();
    String busy =
        "cat /proc/self/cgroup; timeout 2 sh -c 'trap \"times; exit\" TERM; while :; do :; done'";

    String output = limited(0.25, "sh", "-c", busy).output();

    Matcher group = GROUP.matcher(output);
    assertThat(group.find()).as(output).isTrue();
    assertThat(seconds(output)).as(output).isBetween(0.01, 0.7); // 2 s without a limit
  }

  @Test
  void shouldDeleteAGroupWhenItsProcessHasEndedAndNotBefore() throws IOException {
    needLimits();
    Process process =
        new ProcessBuilder(words(ProcessorLimit.before(0.5), "sh", "-c", "echo up; cat")).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("up");
      Path group = groupOf(process);
      HostShell.here().run(ProcessorLimit.sweep());
      assertThat(group).exists();

      process.getOutputStream().close();
      assertThat(process.onExit().join().exitValue()).isZero();
      HostShell.here().run(ProcessorLimit.sweep());
      assertThat(group).doesNotExist();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldMakeAGroupBesideItsOwnInVersion2() throws IOException {
    Path parent = Files.createDirectories(directory.resolve("user.slice"));
    Files.writeString(directory.resolve("cgroup.controllers"), "cpuset cpu memory\n");
    Files.writeString(parent.resolve("cgroup.procs"), "");
    Path children = Files.writeString(parent.resolve("cgroup.subtree_control"), "cpuset memory\n");

    Path group = groupMadeIn(parent, "0::/user.slice/session-1.scope\n", 1.5);

    assertThat(children).hasContent("+cpu");
    assertThat(group.resolve("cpu.max")).hasContent("150000 100000");
    assertThat(group.resolve("cgroup.procs")).hasContent(pid(group));
  }

  @Test
  void shouldMakeAGroupAtTheTopOfVersion2WithinAContainer() throws IOException {
    Files.writeString(directory.resolve("cgroup.controllers"), "cpu\n");
    Files.writeString(directory.resolve("cgroup.procs"), "");
    Path children = Files.writeString(directory.resolve("cgroup.subtree_control"), "cpu\n");

    Path group = groupMadeIn(directory, "0::/\n", 0.1);

    assertThat(children).hasContent("cpu");
    assertThat(group.resolve("cpu.max")).hasContent("10000 100000");
  }

  @Test
  void shouldMakeAGroupBelowItsOwnInVersion1() throws IOException {
    Path parent = Files.createDirectories(directory.resolve("cpu,cpuacct").resolve("docker/a b"));
    Files.writeString(parent.resolve("cgroup.procs"), "");

    Path group =
        groupMadeIn(parent, "7:cpuset:/other\n4:cpu,cpuacct:/docker/a b\n0::/unified\n", 0.5);

    assertThat(group.resolve("cpu.cfs_period_us")).hasContent("100000");
    assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("50000");
    assertThat(group.resolve("cgroup.procs")).hasContent(pid(group));
  }

  @Test
  void shouldDeleteOnlyGroupsOfProcessesThatHaveEnded() throws IOException {
    Path parent = Files.createDirectories(directory.resolve("cpu"));
    Files.writeString(parent.resolve("cgroup.procs"), "");
    Path ended = Files.createDirectory(parent.resolve("g2cl-" + NO_PROCESS));
    Path running = Files.createDirectory(parent.resolve("g2cl-" + ProcessHandle.current().pid()));
    Path others = Files.createDirectory(parent.resolve("other-" + NO_PROCESS));

    Shell.Outcome outcome =
        HostShell.here().run(ProcessorLimit.sweep(directory, ownGroup("1:cpu:/\n")));

    assertThat(outcome).isEqualTo(new Shell.Outcome(0, ""));
    assertThat(ended).doesNotExist();
    assertThat(running).exists();
    assertThat(others).exists();
  }

  @Test
  void shouldNotRunWithoutTheLimitWhereThereAreNoControlGroups() throws IOException {
    Shell.Outcome outcome =
        HostShell.here()
            .run(
                words(
                    ProcessorLimit.before(1, directory, ownGroup("1:cpu:/\n")), "echo", "it ran"));

    assertThat(outcome)
        .isEqualTo(new Shell.Outcome(3, directory + " has no control groups for processor time"));
  }

  @Test
  void shouldNameTheMachineThatCannotLimitAndWhatToDo() {
    HostShell refusing =
        new RefusingShell(
            "the remote host me@node1", "mkdir: cannot create directory\nsh: no such file");

    assertThatThrownBy(() -> ProcessorLimit.requireOn(refusing))
        .isInstanceOf(BedException.class)
        .hasMessage(
            "the processor time of a node cannot be limited on the remote host me@node1 (mkdir: cannot create directory; sh: no such file): --cpu and --web-cpu need control groups of Linux that can be written, so root, and not in a container that has them read-only. Leave both at 0, or let nodes stand back with --nice");
  }

  /** What a command that is kept to a limit makes below a parent. */
  private Path groupMadeIn(Path parent, String ownGroup, double limit) throws IOException {
    List<String> before = ProcessorLimit.before(limit, directory, ownGroup(ownGroup));
    Shell.Outcome outcome = HostShell.here().run(words(before, "echo", "it  ran"));

    assertThat(outcome).isEqualTo(new Shell.Outcome(0, "it  ran"));
    try (Stream<Path> made = Files.list(parent)) {
      return made.filter(path -> GROUP.matcher(path.getFileName().toString()).matches())
          .findFirst()
          .orElseThrow();
    }
  }

  private Path ownGroup(String content) throws IOException {
    return Files.writeString(directory.resolve("own-group"), content);
  }

  private static String pid(Path group) {
    return group.getFileName().toString().substring("g2cl-".length());
  }

  private static Shell.Outcome limited(double processors, String... command) {
    return HostShell.here().run(words(ProcessorLimit.before(processors), command));
  }

  private static List<String> words(List<String> before, String... command) {
    List<String> words = new ArrayList<>(before);
    words.addAll(List.of(command));
    return words;
  }

  /** Folder of the group that a process is in, wherever this machine has it. */
  private static Path groupOf(Process process) throws IOException {
    String name = "g2cl-" + process.pid();
    try (Stream<Path> all =
        Files.find(Path.of("/sys/fs/cgroup"), 8, (path, is) -> isNamed(path, name))) {
      return all.findFirst().orElseThrow();
    }
  }

  private static boolean isNamed(Path path, String name) {
    return path.endsWith(name);
  }

  /** What the shell's {@code times} tells of itself first: minutes and seconds. */
  private static double seconds(String output) {
    Matcher time = Pattern.compile("(\\d+)m([\\d.]+)s").matcher(output);
    assertThat(time.find()).as(output).isTrue();
    return Integer.parseInt(time.group(1)) * 60 + Double.parseDouble(time.group(2));
  }
}
