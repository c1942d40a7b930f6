package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.g2cl.Scheduler;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States that leave memory for files, and come back. */
class MemoryBoundTest {
  private static final int SESSIONS = 20;
  private static final String BIG = "x".repeat(1_000);
  private static final int LIMIT = 10_000;

  @TempDir Path folder;
  private final Set<SessionId> putAway = ConcurrentHashMap.newKeySet();

  private static SessionId session(int number) {
    return new SessionId("session-" + number);
  }

  private Path of(String member) {
    return folder.resolve(member);
  }

  private List<Path> files(String member) {
    try (Stream<Path> files = Files.list(of(member))) {
      return files.toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private Member bounded(Cluster cluster, String name) throws IOException {
    Member member = cluster.member(name);
    member.propagation().addPutAwayListener(putAway::add);
    member.propagation().boundMemory(LIMIT, of(name));
    return member;
  }

  private static void fill(Member member) throws PropagationException {
    for (int i = 0; i < SESSIONS; i++) {
      member.create(session(i), BIG + i);
    }
  }

  private void awaitFiles(String member) {
    await("files of " + member)
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(files(member)).hasSizeGreaterThan(SESSIONS / 2));
  }

  @Test
  void shouldPutAwayWhatWasNotUsedForLongestAndGoOnWithIt() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");

      assertThat(putAway).contains(session(0)).doesNotContain(session(SESSIONS - 1));
      assertThat(a.append(session(0), "r", "more")).isEqualTo(BIG + "0 more");
      assertThat(a.append(session(0), "r2", "still")).isEqualTo(BIG + "0 more still");
    }
  }

  @Test
  void shouldTellTheOtherListenersAndGoOnWhenOneThrows() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      cluster
          .member("a")
          .propagation()
          .addPutAwayListener(
              session -> {
                throw new IllegalStateException("meant by the test");
              });
      fill(bounded(cluster, "a"));
      awaitFiles("a");
      assertThat(putAway).hasSizeGreaterThan(SESSIONS / 2);
    }
  }

  /** It runs a bean's callback, which may wait for anything. */
  @Test
  void shouldGoOnTendingSessionsWhileAListenerWaits() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch waits = new CountDownLatch(1);
    try (Cluster cluster = new Cluster("a")) {
      Member a = cluster.member("a");
      a.propagation()
          .addPutAwayListener(
              session -> {
                waits.countDown();
                awaitUpToAMinute(goOn);
              });
      fill(bounded(cluster, "a"));
      assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
      a.create(new SessionId("short"), "one", Duration.ofMillis(100));

      await("the end of a session's time")
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  a.propagation()
                      .heldCopy(new SessionId("short"))
                      .filter(c -> c.removed())
                      .isPresent());
      assertThat(putAway).as("the next listener waits, too").isEmpty();

      goOn.countDown();
      await("what was put away meanwhile")
          .atMost(Duration.ofSeconds(20))
          .until(() -> putAway.size() > SESSIONS / 2);
    } finally {
      goOn.countDown();
    }
  }

  private static void awaitUpToAMinute(CountDownLatch latch) {
    try {
      latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A bean may have asked for it in its callback. */
  @Test
  void shouldTellOfTheNextSessionsWhenAListenerLeavesItsThreadInterrupted() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      List<Boolean> found = new CopyOnWriteArrayList<>();
      cluster
          .member("a")
          .propagation()
          .addPutAwayListener(
              session -> {
                found.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
              });
      fill(bounded(cluster, "a"));
      await().atMost(Duration.ofSeconds(20)).until(() -> putAway.size() > SESSIONS / 2);
      assertThat(found).doesNotContain(true);
    }
  }

  @Test
  void shouldKeepToTheBoundWhileCopiesAreMadeForLong() throws Exception {
    PropagationSettings slow = Cluster.SETTINGS.toBuilder().repairPerSecond(1).build();
    try (Cluster cluster = new Cluster(slow, OutcomeLog.none(), "a")) {
      Member a = cluster.member("a");
      for (int i = 0; i < 3 * SESSIONS; i++) {
        a.create(session(i), BIG + i);
      }
      Member b = cluster.join("b");
      await("they are being made").until(() -> b.status().copies() > 0);
      bounded(cluster, "a");

      awaitFiles("a");
      assertThat(b.status().copies()).as("of %d", 3 * SESSIONS).isLessThan(2 * SESSIONS);
    }
  }

  @Test
  void shouldTakeOverWithACopyThatWasPutAway() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member b = bounded(cluster, "b");
      fill(cluster.member("a"));
      awaitFiles("b");
      cluster.member("a").append(session(0), "r", "patched");

      cluster.crash(cluster.member("a"));

      assertThat(b.append(session(0), "r2", "more")).isEqualTo(BIG + "0 patched more");
      assertThat(b.append(session(1), "r2", "more")).isEqualTo(BIG + "1 more");
    }
  }

  @Test
  void shouldKeepFilesForTheOwnersEyesAndDeleteThemWithTheSessionAndAtTheEnd() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");
      Path file = files("a").get(0);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(of("a"))))
          .isEqualTo("rwx------");
      for (int i = 0; i < SESSIONS; i++) {
        a.propagation().drop(session(i));
      }
      assertThat(files("a")).isEmpty();
      fill(a);
      awaitFiles("a");
    }
    assertThat(of("a")).doesNotExist();
  }

  @Test
  void shouldKeepItsFilesWhenSomebodyBoundsItAgain() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");

      assertThatThrownBy(() -> a.propagation().boundMemory(1, of("a")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(of("a").toString());

      assertThat(files("a")).isNotEmpty();
      assertThat(a.append(session(0), "r", "more")).isEqualTo(BIG + "0 more");
    }
  }

  @Test
  void shouldDeleteWhatARunBeforeLeft() throws Exception {
    Files.createDirectories(of("a"));
    Path old = Files.writeString(of("a").resolve("Cart-1.state"), "of before");
    try (Cluster cluster = new Cluster("a")) {
      bounded(cluster, "a");
      assertThat(old).doesNotExist();
    }
  }

  @Test
  void shouldLoseNothingWhenFilesCannotBeWritten() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      Files.delete(of("a")); // as good as a disk that is full
      fill(a);
      for (int i = 0; i < SESSIONS; i++) {
        assertThat(a.append(session(i), "q", "and")).isEqualTo(BIG + i + " and");
      }
      Files.createDirectory(of("a"));
      awaitFiles("a");
      for (int i = 0; i < SESSIONS; i++) {
        assertThat(a.append(session(i), "r", "more")).isEqualTo(BIG + i + " and more");
      }
    }
  }

  @Test
  void shouldGoOnWithTheNextStateWhenOneCannotBePutAway() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      Path first = of("a").resolve("Cart-2.state"); // after the one with which it was tried out
      Files.createDirectories(first.resolve("not a file"));
      a.create(session(0), BIG.repeat(5));
      long created = System.nanoTime();
      await("it is the eldest").until(() -> System.nanoTime() - created > 10_000_000);
      a.create(session(1), BIG.repeat(5));
      a.create(session(2), BIG);

      await("another is put away").atMost(Duration.ofSeconds(20)).until(() -> !putAway.isEmpty());
      assertThat(putAway).doesNotContain(session(0));
    }
  }

  /** Somebody else could put states there, which would be read. */
  @Test
  void shouldRefuseAFolderThatOthersCanWriteTo() throws Exception {
    Files.createDirectories(of("a"));
    Files.setPosixFilePermissions(of("a"), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> StateFolder.open(of("a")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rwxrwxrwx")
        .hasMessageContaining("g2cl.passivation-folder");
  }

  @Test
  void shouldRefuseALinkInPlaceOfTheFolder() throws Exception {
    Path elsewhere = Files.createDirectories(of("elsewhere"));
    Path state = Files.writeString(elsewhere.resolve("Cart-1.state"), "another's");
    Files.createSymbolicLink(of("a"), elsewhere);
    assertThatThrownBy(() -> StateFolder.open(of("a")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no folder but a link");
    assertThat(state).exists();
  }

  @Test
  void shouldLeaveNoPartOfAFileWhenItCannotBeWritten() throws Exception {
    StateFolder states = StateFolder.open(of("a"));
    states.close();
    assertThatThrownBy(() -> states.put("Cart", BIG.getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    assertThat(of("a")).doesNotExist();
  }

  /** As at the end of a member; what cannot be written then would be taken for a full disk. */
  @Test
  void shouldPutNothingAwayOnceItIsInterrupted() throws Exception {
    SessionTable table = new SessionTable(Scheduler.live(), 8);
    byte[] state = BIG.getBytes(UTF_8);
    Snapshot content = new Snapshot("Cart", 0, 0, new Stamp(1, 2), state, Replies.NONE, null);
    table.with(session(0), entry -> entry.copy().onCopy(1, false, content, "owner", false));
    try (MemoryBound bound =
        new MemoryBound(table, () -> "a", 1, StateFolder.open(of("a")), putAway::add)) {
      Thread.currentThread().interrupt();
      bound.enforce();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(putAway).isEmpty();
      assertThat(bound.isFailing()).isFalse();

      bound.enforce();
      assertThat(putAway).containsExactly(session(0));
    }
  }

  /** As someone does who cleans folders up. */
  private void deleteFiles(String member) throws IOException {
    for (Path file : files(member)) {
      Files.delete(file);
    }
  }

  @Test
  void shouldGoOnWithABackupsCopyWhenTheOwnersFileIsGone() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");
      deleteFiles("a");

      for (int i = 0; i < SESSIONS; i++) {
        assertThat(a.append(session(i), "r", "more")).isEqualTo(BIG + i + " more");
      }
    }
  }

  @Test
  void shouldTakeOverFromTheOwnerWhenABackupsFileIsGone() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member b = bounded(cluster, "b");
      fill(cluster.member("a"));
      awaitFiles("b");
      deleteFiles("b");

      for (int i = 0; i < SESSIONS; i++) {
        assertThat(b.append(session(i), "r", "more")).isEqualTo(BIG + i + " more");
      }
    }
  }

  @Test
  void shouldHaveTheBackupMakeAnotherCopyWhenTheOwnersFileIsGone() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");
      deleteFiles("a");

      assertThat(cluster.member("b").propagation().handOver(Duration.ofSeconds(20)))
          .as("%s", cluster)
          .isZero();
      cluster.crash(cluster.member("b"));

      for (int i = 0; i < SESSIONS; i++) {
        assertThat(cluster.member("c").append(session(i), "r", "more"))
            .isEqualTo(BIG + i + " more");
      }
    }
  }

  @Test
  void shouldNotLoseAStateThatCannotBeReadForAWhile() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");
      Path file = files("a").get(0);
      Path away = Files.move(file, folder.resolve("away"));
      Files.createDirectory(file); // which cannot be read as a file

      assertThat(countAppended(a, "r1")).isEqualTo(SESSIONS - 1);

      Files.delete(file);
      Files.move(away, file);
      assertThat(countAppended(a, "r2")).isEqualTo(SESSIONS);
    }
  }

  private static int countAppended(Member member, String request) {
    int count = 0;
    for (int i = 0; i < SESSIONS; i++) {
      try {
        assertThat(member.append(session(i), request, "more")).startsWith(BIG + i + " more");
        count++;
      } catch (PropagationException e) {
        assertThat(e).hasMessageContaining("cannot be read now");
      }
    }
    return count;
  }

  @Test
  void shouldNotSayAtOnceThatASessionIsGoneWhenItsLastCopyCannotBeRead() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      SessionId cart = session(0);
      a.create(cart, BIG);
      Member backup = cluster.backupOf("a", cart);
      Member third = cluster.thirdOf("a", cart);
      backup.propagation().boundMemory(1, of(backup.name()));
      await("file").until(() -> !files(backup.name()).isEmpty());
      deleteFiles(backup.name());
      cluster.crash(a);
      await("view").until(() -> third.propagation().isPrimary());

      assertThatThrownBy(() -> third.append(cart, "r", "more"))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("may be cut off with all copies of it");
    }
  }

  @Test
  void shouldCareForOtherSessionsAndLeaveWhenAFileIsGone() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");
      int gone = files("a").size();
      deleteFiles("a");

      Member b = cluster.join("b");
      await("copies of what is left " + cluster)
          .atMost(Duration.ofSeconds(20))
          .until(() -> b.status().copies() == SESSIONS - gone);

      assertThat(a.propagation().handOver(Duration.ofSeconds(10))).isZero();
    }
  }

  @Test
  void shouldCareForOtherSessionsAndCountNoErrorWhileAFileCannotBeRead() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = bounded(cluster, "a");
      fill(a);
      awaitFiles("a");
      Path file = files("a").get(0);
      Path away = Files.move(file, folder.resolve("away"));
      Files.createDirectory(file); // which cannot be read as a file

      Member b = cluster.join("b");
      await("copies of the others " + cluster)
          .atMost(Duration.ofSeconds(20))
          .until(() -> b.status().copies() == SESSIONS - 1);
      assertThat(a.propagation().handOver(Duration.ofSeconds(2))).isEqualTo(1);
      assertThat(a.status().failures()).isZero();

      Files.delete(file);
      Files.move(away, file);
      assertThat(a.propagation().handOver(Duration.ofSeconds(10))).isZero();
    }
  }

  @Test
  void shouldNotCountAnErrorWhenACopyThatATakeOverAsksForCannotBeRead() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      SessionId cart = session(0);
      a.create(cart, BIG);
      Member backup = cluster.backupOf("a", cart);
      backup.propagation().boundMemory(1, of(backup.name()));
      await("file").until(() -> !files(backup.name()).isEmpty());
      Path file = files(backup.name()).get(0);
      Path away = Files.move(file, folder.resolve("away"));
      Files.createDirectory(file);
      Member third = cluster.thirdOf("a", cart);
      cluster.crash(a);
      await("view").until(() -> third.propagation().isPrimary());

      assertThatThrownBy(() -> third.append(cart, "r1", "more"))
          .isInstanceOf(PropagationException.class);

      assertThat(backup.status().failures()).isZero();
      Files.delete(file);
      Files.move(away, file);
      assertThat(third.append(cart, "r2", "more")).startsWith(BIG);
    }
  }

  @Test
  void shouldNameTheFileThatCannotBeRead() throws Exception {
    try (StateFolder states = StateFolder.open(of("a"))) {
      PutAwayState state = states.put("Cart/../x", BIG.getBytes(UTF_8));
      Path file = files("a").get(0);
      assertThat(file.getFileName().toString()).startsWith("Cart____x-").endsWith(".state");
      Files.writeString(file, "cut");
      assertThatThrownBy(state::read)
          .isInstanceOf(UnreadableStateException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("g2cl.passivation-folder");
    }
  }
}
