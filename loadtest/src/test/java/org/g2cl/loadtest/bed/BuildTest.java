package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildTest {
  @TempDir private Path root;

  @Test
  void shouldRunTheNewestJarOfTheCheckoutWithWhatStandsBesideIt() throws IOException {
    checkout();
    jar("loadtest-0.1.jar", 1);
    jar("loadtest-0.2.jar", 3);
    jar("loadtest-0.3.jar", 2);
    Files.createFile(root.resolve("loadtest/target/loadtest-0.2.jar.original"));

    Build build = Build.in(root);

    Path target = root.toAbsolutePath().resolve("loadtest/target");
    assertThat(build.classPath())
        .isEqualTo(target.resolve("loadtest-0.2.jar") + ":" + target.resolve("lib") + "/*");
    assertThat(build.version()).as("git knows nothing of it").isEqualTo(root.toString());
  }

  @Test
  void shouldTellTheCommitAndWhetherWhatIsBuiltWasChanged() throws IOException {
    assumeTrue(Shell.tryRun("git", "--version").isOk(), "git is not there");
    checkout();
    jar("loadtest-0.1.jar", 1);
    git("init", "--quiet");
    git("add", "loadtest/pom.xml");
    git("-c", "user.name=me", "-c", "user.email=me@here", "commit", "--quiet", "-m", "first");

    String commit = Build.in(root).version();
    assertThat(commit).matches("[0-9a-f]{8}");
    Files.writeString(root.resolve("notes.txt"), "nothing that is built");
    assertThat(Build.in(root).version()).isEqualTo(commit);
    Files.writeString(root.resolve("loadtest/pom.xml"), "<project>changed</project>");
    assertThat(Build.in(root).version()).isEqualTo(commit + "+changes");
  }

  @Test
  void shouldSayWhatToNameWhenTheFolderIsNoCheckout() {
    assertThatThrownBy(() -> Build.in(root.resolve("nowhere")))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(
            "--upgrade-from " + root.resolve("nowhere"), "no loadtest/pom.xml", "git worktree add");
  }

  @Test
  void shouldSayHowToBuildACheckoutThatIsNotBuilt() throws IOException {
    checkout();
    assertNotBuilt();

    Files.createDirectories(root.resolve("loadtest/target/classes"));
    assertNotBuilt();

    Files.createFile(root.resolve("loadtest/target/loadtest-0.1.jar"));
    assertNotBuilt();
  }

  private void assertNotBuilt() {
    assertThatThrownBy(() -> Build.in(root))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(
            "--upgrade-from " + root + " is not built", "mvn -DskipTests -pl loadtest -am package");
  }

  private void checkout() throws IOException {
    Files.createDirectories(root.resolve("loadtest"));
    Files.writeString(root.resolve("loadtest/pom.xml"), "<project/>");
  }

  private void jar(String name, int age) throws IOException {
    Files.createDirectories(root.resolve("loadtest/target/lib"));
    Path jar = Files.createFile(root.resolve("loadtest/target").resolve(name));
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH.plusSeconds(age)));
  }

  private void git(String... words) {
    String[] command = new String[words.length + 3];
    command[0] = "git";
    command[1] = "-C";
    command[2] = root.toString();
    System.arraycopy(words, 0, command, 3, words.length);
    Shell.Outcome outcome = Shell.tryRun(command);
    assertThat(outcome.isOk()).as(outcome.output()).isTrue();
  }
}
