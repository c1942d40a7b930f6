package org.g2cl.propagation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder of one member for states that left memory: a file each, named after its bean, for the
 * owner's eyes only.
 *
 * <p>The files mean nothing to another run: the copies are in the group. They are deleted when it
 * is opened and when it is closed. Thread-safe.
 */
final class StateFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
  private static final String SUFFIX = ".state";
  private static final int NAME_LENGTH = 60;

  /** Bytes that are written or read at once. */
  private static final int SLICE = 64 << 10;

  private final Path folder;
  private final boolean posix;
  private final AtomicLong count = new AtomicLong();
  private volatile boolean closed;

  private StateFolder(Path folder, boolean posix) {
    this.folder = folder;
    this.posix = posix;
  }

  /**
   * Opens the folder, made if there is none, and empties it of states.
   *
   * @throws IOException when it cannot be made or written to, or others can write to it, or put
   *     another in its place, as where somebody else has made it, or a folder above it, in a folder
   *     for all: states are read back from it
   */
  static StateFolder open(Path folder) throws IOException {
    if (folder.toAbsolutePath().normalize().getParent() == null) {
      throw new IOException(
          "%s is the root of a file system; set g2cl.passivation-folder to a folder that is for this node alone"
              .formatted(folder));
    }
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createDirectories(folder, posix ? ownerOnly("rwx------") : none());
    Path opening = posix ? requireOwn(folder) : folder;
    var opened = new StateFolder(opening, posix);
    opened.empty();
    opened.put("probe", new byte[1]).delete();
    return opened;
  }

  /** The folder without links above it, which others could let point elsewhere later. */
  private static Path requireOwn(Path given) throws IOException {
    Path absolute = given.toAbsolutePath().normalize();
    Path folder = absolute.getParent().toRealPath().resolve(absolute.getFileName());
    PosixFileAttributes found =
        Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    UserPrincipal self = self(folder);
    if (!found.isDirectory()
        || FolderAncestors.isWritableByOthers(found)
        || !found.owner().equals(self)) {
      throw new IOException(
          "%s is %s of %s with %s; it must be a folder that this process owns and nobody else can write to: remove it, or set g2cl.passivation-folder to another"
              .formatted(
                  folder,
                  found.isDirectory() ? "a folder" : "no folder but a link or a file",
                  found.owner().getName(),
                  PosixFilePermissions.toString(found.permissions())));
    }
    if (folder.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      FolderAncestors.requireSafe(folder, self);
    }
    return folder;
  }

  /** Whom files that this process makes there belong to. */
  private static UserPrincipal self(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, "owner", SUFFIX);
    try {
      return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.delete(probe);
    }
  }

  private static FileAttribute<?>[] ownerOnly(String permissions) {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }

  private static FileAttribute<?>[] none() {
    return new FileAttribute<?>[0];
  }

  Path path() {
    return folder;
  }

  /**
   * Writes a state.
   *
   * @throws IOException when there is no room, or the folder is closed; nothing stays behind
   */
  synchronized PutAwayState put(String bean, byte[] state) throws IOException {
    if (closed) {
      throw new IOException(folder + " is closed");
    }
    String name = bean.replaceAll("[^A-Za-z0-9_-]", "_");
    if (name.length() > NAME_LENGTH) {
      name = name.substring(0, NAME_LENGTH);
    }
    Path file = folder.resolve(name + "-" + count.incrementAndGet() + SUFFIX);
    boolean written = false;
    try {
      write(file, state);
      written = true;
    } finally {
      if (!written) { // for want of room, or of memory
        delete(file);
      }
    }
    return new StateFile(file, state.length);
  }

  private void write(Path file, byte[] state) throws IOException {
    try (WritableByteChannel channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            posix ? ownerOnly("rw-------") : none())) {
      for (int at = 0; at < state.length; ) {
        at += channel.write(slice(state, at));
      }
    }
  }

  /** A channel takes as much memory outside the heap as it is given at once. */
  private static ByteBuffer slice(byte[] state, int at) {
    return ByteBuffer.wrap(state, at, Math.min(SLICE, state.length - at));
  }

  private record StateFile(Path file, int length) implements PutAwayState {
    /** Reads by a stream, which the interruption of a caller's thread does not close. */
    @Override
    public byte[] read() {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] state = new byte[length];
        int read = read(in, state);
        if (read < length || in.read() >= 0) {
          String wrong = "it has %s bytes, not %d".formatted(read < length ? read : "more", length);
          throw unreadable(true, new IOException(wrong));
        }
        return state;
      } catch (NoSuchFileException e) {
        throw unreadable(true, e);
      } catch (IOException e) {
        throw unreadable(false, e);
      }
    }

    /** Reads as many bytes as there are, and tells how many. */
    private static int read(InputStream in, byte[] state) throws IOException {
      int at = 0;
      while (at < state.length) {
        int read = in.read(state, at, Math.min(SLICE, state.length - at));
        if (read < 0) {
          break;
        }
        at += read;
      }
      return at;
    }

    private UnreadableStateException unreadable(boolean gone, IOException cause) {
      String message =
          gone
              ? "state file %s cannot be read: %s; leave the files of g2cl.passivation-folder alone while the node runs"
              : "state file %s cannot be read now: %s; see to the disk of g2cl.passivation-folder";
      return new UnreadableStateException(message.formatted(file, cause), gone, cause);
    }

    @Override
    public void delete() {
      StateFolder.delete(file);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("{}: it cannot be deleted: {}", file, e.toString());
    }
  }

  private void empty() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      files.forEach(StateFolder::delete);
    }
  }

  /** Deletes all files and the folder. */
  @Override
  public synchronized void close() { // not while a state is written, which would stay
    closed = true;
    try {
      empty();
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.warn("{}: it cannot be deleted: {}", folder, e.toString());
    }
  }
}
