package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script says by itself, in a project that has not been built. */
class HaScriptTest {
  private static final int DEADLINE = 30;

  @TempDir private Path project;

  @BeforeEach
  void copy() throws IOException {
    Files.copy(Path.of("../ha"), project.resolve("ha"));
  }

  @Test
  void shouldRefuseAnUnknownCommandBeforeItBuilds() throws Exception {
    for (String[] arguments : new String[][] {{"dem"}, {"help", "dem"}}) {
      Ended ended = run(Map.of(), arguments);

      assertThat(ended.text()).startsWith("ha: there is no command \"dem\"").contains("demo  ");
      assertThat(ended.code()).isEqualTo(ExitCodes.USAGE);
    }
    assertThat(project.resolve("target")).doesNotExist();
  }

  @Test
  void shouldTellTheVersionBeforeItBuilds() throws Exception {
    Files.writeString(project.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n");

    Ended ended = run(Map.of(), "--version");

    assertThat(ended.text().strip()).isEqualTo("ha 1.2.3, not built yet");
    assertThat(ended.code()).isEqualTo(ExitCodes.OK);
    assertThat(project.resolve("target")).doesNotExist();
  }

  @Test
  void shouldTellTheOptionsOfACommandWithoutABuild() throws Exception {
    Path pages = Files.createDirectories(project.resolve("docs/reference"));
    for (String page : List.of("options.md", "bench-options.md")) {
      Files.copy(Path.of("../docs/reference", page), pages.resolve(page));
    }
    Map<String, String> noJava = Map.of("JAVA_HOME", "/nowhere");

    for (String[] arguments : new String[][] {{"help", "demo"}, {"demo", "--help"}}) {
      Ended ended = run(noJava, arguments);

      assertThat(ended.text())
          .contains("  --replication=on|off\n", " Default: 60\n", "not built yet")
          .doesNotContain("./ha node", "--group");
      assertThat(ended.text().lines()).allMatch(line -> line.length() <= 112);
      assertThat(ended.code()).isEqualTo(ExitCodes.OK);
    }
    assertThat(run(noJava, "loadtest", "soak", "-h").text())
        .contains("./ha loadtest soak", "--minutes")
        .doesNotContain("./ha loadtest paper");
    assertThat(run(noJava, "help", "bench").text())
        .contains("./ha bench call", "--quick")
        .doesNotContain("./ha demo [");
    assertThat(run(noJava, "simulate", "--help").text()).contains("--seeds=N");
    assertThat(project.resolve("target")).doesNotExist();
  }

  @Test
  void shouldSayThatJavaIsTooOld() throws Exception {
    Path bin = Files.createDirectories(project.resolve("jdk8/bin"));
    Path java = bin.resolve("java");
    Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"1.8.0_392\"' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();

    Ended ended = run(Map.of("JAVA_HOME", bin.getParent().toString()), "demo");

    assertThat(ended.text()).contains("ha: " + java + " is version 8: install a JDK 17 or newer");
    assertThat(ended.code()).isEqualTo(ExitCodes.ENVIRONMENT);
  }

  @Test
  void shouldSayThatJavaHomeLeadsNowhere() throws Exception {
    Ended ended = run(Map.of("JAVA_HOME", "/nowhere"), "demo");

    assertThat(ended.text()).contains("JAVA_HOME is /nowhere, which has no bin/java");
    assertThat(ended.code()).isEqualTo(ExitCodes.ENVIRONMENT);
  }

  @Test
  void shouldSayWhichTestsWereNotRunAndWhy() throws Exception {
    Files.writeString(project.resolve("pom.xml"), "<module>a</module>\n");
    Path maven = Files.createDirectories(project.resolve("bin")).resolve("mvn");
    Files.writeString(
        maven,
        """
        #!/bin/sh
        [ "$1" = -v ] && echo 'Apache Maven 3.9.9' && exit
        mkdir -p a/target/surefire-reports
        cat >a/target/surefire-reports/TEST-a.xml <<'XML'
          <testcase name="first"/>
          <testcase name="second">
            <skipped type="TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no Chromium
            at a.Test.second(Test.java:1)
          <testcase name="third">
            <skipped message="too slow"/>
        XML
        """);
    assertThat(maven.toFile().setExecutable(true)).isTrue();

    Ended ended =
        run(
            Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "PATH",
                maven.getParent() + ":" + System.getenv("PATH")),
            "test");

    assertThat(ended.text())
        .contains(
            "  not run: 1, since no Chromium\n",
            "  not run: 1, since too slow\n",
            "Tests run: 3, Failures: 0, Errors: 0, Skipped: 2");
    assertThat(ended.code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void shouldRunACommandWithoutOptions() throws Exception {
    Map<String, String> tools = toolsThatBuild();

    for (String command : List.of("simulate", "bench")) {
      assertThat(run(tools, command).text()).contains("ran " + command);
    }
  }

  /** Reports carry it, since a figure counts for the version that it was measured on. */
  @Test
  void shouldTellTheCommitOfWhatItRunsAndWhetherThatWasChanged() throws Exception {
    Map<String, String> tools = toolsThatBuild();
    program(
        project.resolve("jdk/bin/java"),
        "[ \"$1\" = -version ] && echo 'openjdk version \"17.0.1\"' >&2 && exit\necho \"$@\"\n");
    assertThat(run(tools, "status").text()).contains("-Dha.commit= ");

    assumeTrue(Files.isExecutable(Path.of("/usr/bin/git")), "git is not there");
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    String commit =
        "git init -q && git add pom.xml ha && git -c user.name=a -c user.email=a@b commit -q -m first && git rev-parse HEAD";
    Process git =
        new ProcessBuilder("bash", "-c", commit)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .start();
    String id = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(git.waitFor()).as(id).isZero();

    String told = "-Dha.commit=" + id.substring(0, 8);
    assertThat(run(tools, "status").text()).contains(told + " ");
    assertThat(run(tools, "simulate").text()).contains(told + " ");
    Files.writeString(project.resolve("pom.xml"), "<project>changed</project>");
    String changed = commit(tools);
    assertThat(changed).matches(id.substring(0, 8) + "\\+changes-[0-9a-f]{8}");
    assertThat(commit(tools)).as("the same").isEqualTo(changed);

    assertAnotherChangeIsAnotherBuild(tools, changed);
  }

  /** Else an interrupted experiment would go on with another program. */
  private void assertAnotherChangeIsAnotherBuild(Map<String, String> tools, String first)
      throws Exception {
    List<String> told = new ArrayList<>(List.of(first));
    Files.writeString(project.resolve("pom.xml"), "<project>changed again</project>");
    told.add(commit(tools));
    Path source = source("loadtest");
    told.add(commit(tools));
    Files.writeString(source, "class A { int b; }");
    told.add(commit(tools));
    Files.move(source, source.resolveSibling("a new name.java"));
    told.add(commit(tools));

    assertThat(told).doesNotHaveDuplicates();
    Files.writeString(project.resolve("pom.xml"), "<project>changed</project>");
    Files.delete(source.resolveSibling("a new name.java"));
    assertThat(commit(tools)).as("what it was at first").isEqualTo(first);
  }

  private String commit(Map<String, String> tools) throws Exception {
    String[] words = run(tools, "status").text().split("\\s+", -1);
    String name = "-Dha.commit=";
    return Arrays.stream(words)
        .filter(word -> word.startsWith(name))
        .findFirst()
        .orElseThrow()
        .substring(name.length());
  }

  @Test
  void shouldNotBuildForACommandWhoseModuleWasBuiltForAnother() throws Exception {
    Map<String, String> tools = toolsThatBuild("simulate", "loadtest");

    assertThat(run(tools, "status").text()).contains("built in").contains("ran loadtest");
    assertThat(run(tools, "simulate").text()).doesNotContain("build").contains("ran simulate");
    assertThat(run(tools, "bench").text()).as("bench is no part of it").contains("built in");
  }

  @Test
  void shouldBuildForACommandWhoseModuleNoBuildHadOrASourceIsNewer() throws Exception {
    Map<String, String> tools = toolsThatBuild("simulate");
    assertThat(run(tools, "simulate").text()).contains("built in");
    assertThat(run(tools, "status").text()).contains("built in");

    Path source = project.resolve("simulate/src/main/A.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));

    assertThat(run(tools, "simulate").text()).contains("built in");
  }

  @Test
  void shouldBuildAgainWhenASourceWasSavedDuringTheBuildThatMayHaveMissedIt() throws Exception {
    Map<String, String> tools = toolsThatBuild("simulate", "loadtest");
    Path source = source("loadtest");
    Path maven = project.resolve("jdk/bin/mvn");
    Files.writeString(
        maven, Files.readString(maven) + "sleep 0.1\ntouch " + source + "\nsleep 0.1\n");

    assertThat(run(tools, "status").text()).contains("built in");
    program(maven, "[ \"$1\" = -v ] && echo 'Apache Maven 3.9.9'\n:\n");
    assertThat(run(tools, "simulate").text()).as("its other module").contains("built in");
    assertThat(run(tools, "status").text()).contains("built in");
    assertThat(run(tools, "status").text()).as("all is in now").doesNotContain("built in");
  }

  @Test
  void shouldBuildAgainWhenASourceWasDeleted() throws Exception {
    Map<String, String> tools = toolsThatBuild("loadtest");
    Path source = source("loadtest");
    assertThat(run(tools, "status").text()).contains("built in");
    assertThat(run(tools, "status").text()).doesNotContain("built in");

    Files.delete(source);

    assertThat(run(tools, "status").text()).contains("built in");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Unable to parse command line options: Unrecognized option: --bogus",
        "[ERROR] Unknown lifecycle phase \"--bogus\". You must specify a valid lifecycle phase",
        "[ERROR] Could not find the selected project in the reactor: --bogus -> [Help 1]"
      })
  void shouldSayThatMavenDoesNotKnowAnArgumentOfTheTests(String refusal) throws Exception {
    Map<String, String> tools = toolsThatBuild();
    program(
        project.resolve("jdk/bin/mvn"),
        "[ \"$1\" = -v ] && echo 'Apache Maven 3.9.9' && exit\necho '%s'\nexit 1\n"
            .formatted(refusal));
    Files.writeString(project.resolve("pom.xml"), "<project/>");

    Ended ended = run(tools, "test", "--bogus");

    String said = refusal.replaceFirst("\\[ERROR] ", "").replaceFirst("(\\.| ->).*", "");
    assertThat(ended.text())
        .contains("ha: Maven refuses '--bogus': " + said + ". All words behind ./ha test go to")
        .doesNotContain("a test failed", "Tests run");
    assertThat(ended.code()).isEqualTo(ExitCodes.USAGE);
  }

  /** Else the next build would wait for the end of this command. */
  @Test
  @Timeout(2 * DEADLINE)
  void shouldSayThatItWaitsForAnotherBuildAndKeepNoLockOnceThatHasBuilt() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "flock is not there");
    Map<String, String> tools = toolsThatBuild();
    Path lock = Files.createDirectories(project.resolve("target")).resolve("build.lock");
    program(
        project.resolve("jdk/bin/java"),
        """
        [ "$1" = -version ] && echo 'openjdk version "17.0.1"' >&2 && exit
        flock -n %s true && echo the lock is free || echo the lock is held
        """
            .formatted(lock));
    Process other =
        new ProcessBuilder("bash", "-c", "exec 9>" + lock + "; flock 9; echo locked; read -r end")
            .start();
    try (BufferedReader told = other.inputReader(StandardCharsets.UTF_8)) {
      assertThat(told.readLine()).isEqualTo("locked");
      Process waiting = start(tools, "status");
      await()
          .atMost(Duration.ofSeconds(DEADLINE))
          .until(() -> Files.readString(output()).contains("waiting for another build"));

      Files.createFile(project.resolve("loadtest/target/ha.stamp"));
      other.getOutputStream().close();

      assertThat(end(waiting).text()).contains("the lock is free").doesNotContain("built in");
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void shouldInstallLoadToolsOnlyForACommandThatMeasuresTheShop() throws Exception {
    assumeTrue(!Files.exists(Path.of("/usr/sbin/ab")), "ab is where the script always looks");
    Map<String, String> tools = new HashMap<>(toolsThatBuild("loadtest"));
    tools.put("PATH", pathWithoutLoadTools().toString());
    tools.put("HA_INSTALL", "yes");

    for (String arguments : List.of("scale", "soak --report", "paper --report --quick", "jonas")) {
      assertThat(run(tools, ("loadtest " + arguments).split(" ", -1)).text())
          .contains("ran loadtest")
          .doesNotContain("by apt-get");
    }
    for (String arguments :
        List.of("demo", "loadtest soak", "loadtest paper --quick --out scale")) {
      assertThat(run(tools, arguments.split(" ", -1)).text())
          .contains("by apt-get: apache2-bin apache2-utils", "ran loadtest");
    }
  }

  /** The programs of the script but for ab, for a root whose apt-get installs nothing. */
  private Path pathWithoutLoadTools() throws IOException {
    Path bin = project.resolve("jdk/bin");
    for (String name :
        "dirname readlink sed head tail find sort sleep mkdir touch grep ls env".split(" ", -1)) {
      program(bin.resolve(name), "exec $(PATH=/usr/bin:/bin command -v %s) \"$@\"".formatted(name));
    }
    program(bin.resolve("id"), "echo 0");
    program(bin.resolve("apt-get"), "exit 0");
    return bin;
  }

  private Path source(String module) throws IOException {
    Path folder = Files.createDirectories(project.resolve(module).resolve("src/main/java"));
    return Files.writeString(folder.resolve("A.java"), "class A {}");
  }

  /** A Maven that says to have built these modules, and a Java that says which it runs. */
  private Map<String, String> toolsThatBuild(String... modules) throws IOException {
    for (String module : List.of("simulate", "loadtest", "bench")) {
      Path target = Files.createDirectories(project.resolve(module).resolve("target"));
      Files.createFile(target.resolve(module + "-1.jar"));
    }
    String log =
        Stream.of(modules)
            .map("echo '[INFO] ----< org.g2cl:%s >----'%n"::formatted)
            .collect(Collectors.joining());
    Path bin = Files.createDirectories(project.resolve("jdk/bin"));
    program(bin.resolve("mvn"), "[ \"$1\" = -v ] && echo 'Apache Maven 3.9.9' && exit\n:\n" + log);
    program(bin.resolve("javac"), "");
    program(
        bin.resolve("java"),
        """
        [ "$1" = -version ] && echo 'openjdk version "17.0.1"' >&2 && exit
        echo "$@" | sed 's:.*/target/\\([a-z]*\\)-1.jar.*:ran \\1:'
        """);
    return Map.of(
        "JAVA_HOME", bin.getParent().toString(), "PATH", bin + ":" + System.getenv("PATH"));
  }

  private static void program(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Ended run(Map<String, String> environment, String... arguments) throws Exception {
    return end(start(environment, arguments));
  }

  private Path output() {
    return project.resolve("output");
  }

  private Process start(Map<String, String> environment, String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", project.resolve("ha").toString())
            .redirectErrorStream(true)
            .redirectOutput(output().toFile());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("HA_INSTALL", "no");
    builder.environment().putAll(environment);
    return builder.start();
  }

  private Ended end(Process process) throws Exception {
    try {
      assertThat(process.waitFor(DEADLINE, TimeUnit.SECONDS)).as("ended in time").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(output(), StandardCharsets.UTF_8));
  }

  private record Ended(int code, String text) {}
}
