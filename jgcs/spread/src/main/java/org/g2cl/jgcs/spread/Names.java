package org.g2cl.jgcs.spread;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.sf.jgcs.GroupException;

/**
 * Names as the daemon has them: 32 bytes, ended by a zero.
 *
 * <p>The daemon trusts its clients to send legal ones, so they are checked here.
 */
final class Names {
  static final int BYTES = 32;
  private static final int LONGEST_GROUP = BYTES - 1;
  private static final char LOWEST = '$';
  private static final char HIGHEST = '~';

  private Names() {}

  static String checkedGroup(String name) throws GroupException {
    if (name == null) {
      throw new GroupException("the group has no name; set it before a session is opened");
    }
    if (name.isEmpty() || name.length() > LONGEST_GROUP || !name.chars().allMatch(Names::legal)) {
      throw new GroupException(
          "group '%s' (%d characters): Spread allows 1 to %d ASCII characters from '%c' to '%c' in the name of a group, so no blank and no '#'; name it otherwise"
              .formatted(name, name.length(), LONGEST_GROUP, LOWEST, HIGHEST));
    }
    return name;
  }

  static boolean legal(int character) {
    return character >= LOWEST && character <= HIGHEST;
  }

  static void put(ByteBuffer frame, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    frame.put(bytes).put(new byte[BYTES - bytes.length]);
  }

  static String get(byte[] frame, int offset) throws MalformedFrameException {
    int end = offset;
    while (end < offset + BYTES && frame[end] != 0) {
      end++;
    }
    if (end == offset + BYTES) {
      throw new MalformedFrameException("a name of 32 bytes does not end by a zero");
    }
    return new String(frame, offset, end - offset, StandardCharsets.ISO_8859_1);
  }
}
