package org.g2cl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.sf.jgcs.GroupException;

/** File that keys were read from, looked at again and again. Used by one thread at a time. */
final class KeyFile {
  private final ChainSettings settings;
  private final String context;
  private final Path path;
  private byte[] taken;
  private byte[] seen;

  private KeyFile(ChainSettings settings, String context, Path path, byte[] taken) {
    this.settings = settings;
    this.context = context;
    this.path = path;
    this.taken = taken;
    this.seen = taken;
  }

  /**
   * File of these settings, or null when they hold the secret themselves. One that cannot be read
   * is taken for empty.
   */
  static KeyFile of(ChainSettings settings, String context) {
    for (ChainSetting setting :
        List.of(ChainSetting.CRYPTO_SECRET_FILE, ChainSetting.CRYPTO_KEYSTORE)) {
      if (settings.isSet(setting)) {
        Path path = Path.of(settings.text(setting));
        return new KeyFile(settings, context, path, content(path));
      }
    }
    return null;
  }

  /** The same as it was first seen, for another session. */
  KeyFile copy() {
    return new KeyFile(settings, context, path, taken);
  }

  private static byte[] content(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /**
   * Whether it holds something else than was {@link #noteTaken taken}, and has been the same at two
   * looks, so that nobody is in the middle of writing it.
   */
  boolean isChanged() {
    byte[] now = content(path);
    boolean settled = Arrays.equals(now, seen);
    seen = now;
    return settled && !Arrays.equals(now, taken);
  }

  /**
   * Keys of the file.
   *
   * @throws GroupException when it cannot be read or holds no proper keys
   */
  List<CryptoKey> keys() throws GroupException {
    return CryptoKeys.read(settings, context);
  }

  /** Notes that what was seen last is dealt with, be it good or not. */
  void noteTaken() {
    taken = seen;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
