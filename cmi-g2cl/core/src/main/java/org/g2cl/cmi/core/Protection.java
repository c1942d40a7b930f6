package org.g2cl.cmi.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import net.sf.jgcs.GroupException;

/** Check that no member starts where strangers could join it, unless that is asked for by name. */
public final class Protection {
  private Protection() {}

  /**
   * Refuses a member that strangers could join. To be called before anything listens.
   *
   * @return what to warn of at the start; empty when there is nothing
   * @throws GroupException when it must not start; the message says what to set. Also when the
   *     address cannot be resolved, or the engine's settings are wrong
   */
  public static Optional<String> check(HaSettings settings) throws GroupException {
    boolean exposed = settings.exposed();
    if (exposed && !settings.unprotected()) {
      throw new GroupException(
          "%s. Set %s to a file with the same secret on all members (openssl rand -base64 32 makes one), or bind to loopback (127.0.0.1); or set %s=true where only members can reach that address"
              .formatted(
                  finding(settings), HaSetting.SECRET_FILE.key(), HaSetting.UNPROTECTED.key()));
    }
    if (exposed) {
      return Optional.of(
          "%s. It starts because %s is true"
              .formatted(finding(settings), HaSetting.UNPROTECTED.key()));
    }
    return settings.unprotected() && settings.encrypted()
        ? Optional.of(
            "%s is true and counts for nothing, since there is a secret or key store; take it out, or this member is open on the day that they go"
                .formatted(HaSetting.UNPROTECTED.key()))
        : Optional.empty();
  }

  /** Which key protects what members send, by the setting that names it; empty when none does. */
  public static Optional<String> key(HaSettings settings) {
    return ChainProperties.keySource(settings)
        .map(
            source ->
                "what members of group '%s' send is encrypted and authenticated, by the key of %s"
                    .formatted(settings.get(HaSetting.GROUP), source.key()));
  }

  /**
   * What to warn of when every user of the machine can read or write the file of secrets or the key
   * store; empty when only its owner or group can, when there is none, and where files have no such
   * rights.
   */
  public static Optional<String> openSecretFile(HaSettings settings) {
    return openFile(settings, HaSetting.SECRET_FILE, "secret")
        .or(() -> openFile(settings, HaSetting.KEYSTORE, "key"));
  }

  private static Optional<String> openFile(HaSettings settings, HaSetting setting, String secret) {
    String file = settings.get(setting).strip();
    return !file.isEmpty() && isOpenToAll(file)
        ? Optional.of(
            "every user of this machine can read or write %s, which %s names: who knows the %s can join. Give it the rights 600 (chmod), and the server's user as owner (chown)"
                .formatted(file, setting.key(), secret))
        : Optional.empty();
  }

  private static boolean isOpenToAll(String file) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(Path.of(file));
      return rights.contains(PosixFilePermission.OTHERS_READ)
          || rights.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException | InvalidPathException e) {
      return false; // one that cannot be read keeps the member from starting
    }
  }

  private static String finding(HaSettings settings) {
    return "%s is '%s', which others can reach, and none of %s, %s and %s is set: whoever reaches it can join, read and write"
        .formatted(
            HaSetting.BIND_ADDRESS.key(),
            settings.get(HaSetting.BIND_ADDRESS),
            HaSetting.SECRET.key(),
            HaSetting.SECRET_FILE.key(),
            HaSetting.KEYSTORE.key());
  }
}
