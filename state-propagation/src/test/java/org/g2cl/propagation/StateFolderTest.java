package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  @TempDir private Path tmp;

  private Path parent;

  @BeforeEach
  void make() throws Exception {
    assumeTrue(tmp.getFileSystem().supportedFileAttributeViews().contains("unix"), "Unix");
    tmp = tmp.toRealPath();
    parent = Files.createDirectory(tmp.resolve("g2cl-user"));
  }

  private static void mode(Path folder, int mode) throws IOException {
    Files.setAttribute(folder, "unix:mode", mode);
  }

  private void assertOpens(Path folder) throws IOException {
    try (StateFolder opened = StateFolder.open(folder)) {
      PutAwayState put = opened.put("Cart", new byte[] {7});
      assertThat(put.read()).containsExactly(7);
    }
  }

  @Test
  void shouldMakeFoldersAboveForItsOwnerAlone() throws Exception {
    Path above = tmp.resolve("new");
    assertOpens(above.resolve("shop"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(above)))
        .isEqualTo("rwx------");
  }

  /** As a call's thread is whose client has given up. */
  @Test
  void shouldReadBackInAThreadThatIsInterrupted() throws Exception {
    try (StateFolder opened = StateFolder.open(parent.resolve("shop"))) {
      PutAwayState put = opened.put("Cart", new byte[] {7});
      Thread.currentThread().interrupt();
      assertThat(put.read()).containsExactly(7);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  /** What {@link SmallMemoryJvm} says of a state of 4 MB. */
  private static String inAJvm(Path folder, String memoryOutsideTheHeap) throws Exception {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=" + memoryOutsideTheHeap,
                "-cp",
                System.getProperty("java.class.path"),
                SmallMemoryJvm.class.getName(),
                folder.toString(),
                Integer.toString(4 << 20))
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
      return new String(program.getInputStream().readAllBytes(), UTF_8);
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void shouldPutAwayAndReadBackMoreThanThereIsMemoryOutsideTheHeap() throws Exception {
    assertThat(inAJvm(parent.resolve("shop"), "1m")).contains("the same");
  }

  @Test
  void shouldLeaveNoPartOfAFileForWhichThereIsNoMemoryOutsideTheHeap() throws Exception {
    Path shop = parent.resolve("shop");
    assertThat(inAJvm(shop, "16k")).contains("direct buffer memory");
    assertThat(shop).isEmptyDirectory();
  }

  @Test
  void shouldRefuseTheRootOfAFileSystem() {
    assertThatThrownBy(() -> StateFolder.open(tmp.getRoot()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("set g2cl.passivation-folder to a folder");
  }

  /** He could rename the folder and put his own in its place. */
  @Test
  void shouldRefuseAFolderBelowOneOfSomebodyElse() throws Exception {
    assumeTrue((int) Files.getAttribute(tmp, "unix:uid") == 0, "only root gives files away");
    UserPrincipal nobody =
        tmp.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Path folder = Files.createDirectory(parent.resolve("shop"));
    mode(folder, 0700);
    mode(parent, 0755);
    Files.setOwner(parent, nobody);
    assertThatThrownBy(() -> StateFolder.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(parent + ", above g2cl.passivation-folder " + folder)
        .hasMessageContaining("of nobody with rwxr-xr-x");
  }

  @Test
  void shouldRefuseAFolderBelowOneThatOthersCanWriteToHoweverFarAbove() throws Exception {
    Path folder = parent.resolve("between").resolve("shop");
    for (int mode : new int[] {0777, 0720}) {
      mode(parent, mode);
      assertThatThrownBy(() -> StateFolder.open(folder))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(parent.toString())
          .hasMessageContaining("chmod go-w")
          .hasMessageContaining("g2cl.passivation-folder to another");
    }
  }

  @Test
  void shouldTakeAFolderBelowOneForAllWhereNobodyCanRenameWhatIsOfOthers() throws Exception {
    mode(parent, 01777);
    assertOpens(parent.resolve("shop"));
  }

  @Test
  void shouldLookAtWhereALinkLeadsAndStayThere() throws Exception {
    Path link = Files.createSymbolicLink(tmp.resolve("link"), parent);
    try (StateFolder opened = StateFolder.open(link.resolve("shop"))) {
      assertThat(opened.path()).isEqualTo(parent.resolve("shop"));
    }
    mode(parent, 0777);
    assertThatThrownBy(() -> StateFolder.open(link.resolve("shop")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(parent + ", above");
  }
}
