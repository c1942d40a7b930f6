package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Rights to a file of secrets. */
final class SecretFile {
  private SecretFile() {}

  /** Whether all users can read or write it; false where files have no such rights. */
  static boolean isOpenToAll(Path file) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
      return rights.contains(PosixFilePermission.OTHERS_READ)
          || rights.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // one that cannot be read has kept the server from starting
    }
  }
}
