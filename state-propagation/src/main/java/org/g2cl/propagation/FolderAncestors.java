package org.g2cl.propagation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/** Folders above one, of which nobody else may be able to put another in its place. */
final class FolderAncestors {
  private static final int STICKY = 01000;
  private static final int ROOT = 0;

  private FolderAncestors() {}

  /**
   * Checks all of them, up to the root.
   *
   * @param folder absolute, without links above it, on a file system of Unix
   * @param self whom the files of this process belong to
   * @throws IOException when somebody else but root owns one, or can rename what is in it
   */
  static void requireSafe(Path folder, UserPrincipal self) throws IOException {
    for (Path above = folder.getParent(); above != null; above = above.getParent()) {
      PosixFileAttributes found =
          Files.readAttributes(above, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean isTrusted = found.owner().equals(self) || unix(above, "uid") == ROOT;
      boolean isShared = isWritableByOthers(found) && (unix(above, "mode") & STICKY) == 0;
      if (!isTrusted || isShared) {
        throw new IOException(
            "%s, above g2cl.passivation-folder %s, is a folder of %s with %s; it must be of %s or root, and nobody else may write to it unless its sticky bit is set, or others could put states in place of this node's: remove it, or take the right to write away (chmod go-w) or set that bit (chmod +t), or set g2cl.passivation-folder to another"
                .formatted(
                    above,
                    folder,
                    found.owner().getName(),
                    PosixFilePermissions.toString(found.permissions()),
                    self.getName()));
      }
    }
  }

  static boolean isWritableByOthers(PosixFileAttributes found) {
    return found.permissions().contains(PosixFilePermission.GROUP_WRITE)
        || found.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** Number that POSIX in Java does not tell. */
  private static int unix(Path file, String attribute) throws IOException {
    return (int) Files.getAttribute(file, "unix:" + attribute, LinkOption.NOFOLLOW_LINKS);
  }
}
