package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Directory that a run writes to, held by one bed at a time. */
public final class Workspace implements AutoCloseable {
  /** Folder of a run without replication that is compared with. */
  public static final String OFF = "replication-off";

  /** Folder of the second one. */
  public static final String OFF_AGAIN = "replication-off-again";

  private static final String LOCK = "lock";

  /** What a bed deletes at its start; nothing else in the directory is ever deleted. */
  private static final List<String> OURS =
      List.of(
          "ab",
          "bed.json",
          "chaos.html",
          "chaos.json",
          "finished",
          "history.tsv",
          "httpd",
          "logs",
          "postgresql",
          OFF,
          OFF_AGAIN,
          "report.html",
          "report.json",
          "report.json.part",
          "tmp");

  /** Tells a directory that a bed has had from one of the user's. */
  private static final String MARK = ".ha-bed";

  /** What {@code loadtest jonas} replaces when it has measured. */
  private static final List<String> REPLACED_LATER =
      List.of("beds", "database", "jonas.json", "jonas.txt", "measured.json", "response-time.svg");

  /** Unpacked server, its data and its log of transactions, logs of nodes and httpd. */
  private static final int NEEDED_MEGABYTES = 250;

  private static final FileVisitor<Path> DELETING = new Deleting();
  private static final int DELETIONS = 40;
  private static final Duration DELETION_PAUSE = Duration.ofMillis(50);

  private final Path directory;
  private final FileChannel channel;
  private final List<String> leftovers;

  private Workspace(Path directory, FileChannel channel, List<String> leftovers) {
    this.directory = directory;
    this.channel = channel;
    this.leftovers = leftovers;
  }

  /**
   * Takes the directory, ends what a killed bed has left in it, and deletes what an earlier demo
   * wrote; files of others stay. A directory that no bed has had must not hold files of the names
   * that a bed replaces.
   *
   * @throws BedException when another bed holds it, it is somebody else's, it cannot be written, or
   *     its disk is nearly full
   */
  public static Workspace take(Path directory) {
    try {
      Files.createDirectories(directory);
      requireOurs(directory);
      requireSpace(directory, NEEDED_MEGABYTES);
      FileChannel channel = lock(directory.resolve(LOCK));
      List<String> leftovers =
          BedState.read(BedState.file(directory)).map(BedState::endLeftovers).orElse(List.of());
      Workspace workspace = new Workspace(directory, channel, leftovers);
      Files.writeString(directory.resolve(MARK), "What ./ha writes here, it may delete.\n");
      workspace.empty();
      return workspace;
    } catch (IOException e) {
      throw BedException.environment(
          "the directory "
              + directory
              + " cannot be written ("
              + e
              + "): name another one with --out",
          e);
    }
  }

  private static void requireOurs(Path directory) throws IOException {
    if (Files.exists(directory.resolve(MARK))) {
      return;
    }
    List<String> foreign = new ArrayList<>();
    for (List<String> names : List.of(OURS, REPLACED_LATER)) {
      for (String name : names) {
        if (holdsFiles(directory.resolve(name))) {
          foreign.add(name);
        }
      }
    }
    if (!foreign.isEmpty()) {
      throw BedException.environment(
          "%s holds %s, which no run of ./ha made and which this one would replace: name a new or empty directory with --out"
              .formatted(directory.toAbsolutePath().normalize(), String.join(", ", foreign)));
    }
  }

  private static boolean holdsFiles(Path path) throws IOException {
    if (!Files.exists(path)) {
      return false;
    }
    try (Stream<Path> tree = Files.walk(path)) {
      return tree.anyMatch(Files::isRegularFile);
    }
  }

  static void requireSpace(Path directory, long megabytes) throws IOException {
    long free = Files.getFileStore(directory).getUsableSpace() >> 20;
    if (free < megabytes) {
      throw BedException.environment(
          "too little space on the disk: %d MB free for %s, a run needs about %d MB: delete something, or name a directory on another disk with --out"
              .formatted(free, directory.toAbsolutePath().normalize(), megabytes));
    }
  }

  /** The directory. */
  public Path directory() {
    return directory;
  }

  /** Names of the processes of a killed bed that were found and ended. */
  public List<String> leftovers() {
    return leftovers;
  }

  /** The file stays: who has opened it meanwhile would hold one that nobody else sees. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("try") // the lock lives as long as its channel
  private static FileChannel lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock = tryLock(channel);
    if (lock == null) {
      String holder = Files.readString(file).trim();
      channel.close();
      throw BedException.environment(
          "a bed runs already in "
              + file.getParent()
              + (holder.isEmpty() ? "" : " (process " + holder + ")")
              + ": wait for its end, stop it with Ctrl-C, or give this one a directory of its own with"
              + " --out");
    }
    channel.truncate(0);
    channel.write(StandardCharsets.UTF_8.encode(ProcessHandle.current().pid() + "\n"));
    channel.force(true);
    return channel;
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private void empty() throws IOException {
    for (String name : OURS) {
      deleteTree(directory.resolve(name));
    }
  }

  /** Deletes a folder with all in it, also when a process that is about to end writes there. */
  static void deleteTree(Path root) throws IOException {
    for (int attempt = 1; Files.exists(root); attempt++) {
      try {
        Files.walkFileTree(root, DELETING);
      } catch (NoSuchFileException | DirectoryNotEmptyException e) {
        if (attempt == DELETIONS) {
          throw e;
        }
        LockSupport.parkNanos(DELETION_PAUSE.toNanos());
      }
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
