package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * First exchange on a connection, by which the daemon gives it a private group name.
 *
 * <p>Each of our two parts leaves in one write: the daemon reads it in one go, and refuses or
 * closes when something is missing.
 */
final class Handshake {
  private static final String METHOD = "NULL";
  private static final int METHODS_BYTES = 90;
  private static final int ACCEPTED = 1;
  private static final int VERSION_BYTES = 3;
  private static final int LONGEST_GROUP_NAME = Names.BYTES - 1;

  /** What every daemon of 4.x and 5.x understands: 4.4.0, and a wish for membership messages. */
  private static final byte[] VERSION_AND_WISHES = {4, 4, 0, 1};

  private Handshake() {}

  /** Logs in by that private name; gives the private group name. */
  static String login(WireInput in, OutputStream out, String privateName) throws IOException {
    byte[] name = privateName.getBytes(StandardCharsets.US_ASCII);
    out.write(
        ByteBuffer.allocate(VERSION_AND_WISHES.length + 1 + name.length)
            .put(VERSION_AND_WISHES)
            .put((byte) name.length)
            .put(name)
            .array());
    String methods = text(in, accepted(in.readByte()));
    if (!Arrays.asList(methods.split(" ", -1)).contains(METHOD)) {
      throw new MalformedFrameException(
          "it wants one of the authentications '%s', but only %s is known here; allow that in its configuration"
              .formatted(printable(methods), METHOD));
    }
    out.write(Arrays.copyOf(METHOD.getBytes(StandardCharsets.US_ASCII), METHODS_BYTES));
    if (accepted(in.readByte()) != ACCEPTED) {
      throw new MalformedFrameException("it does not answer as a Spread daemon does");
    }
    text(in, VERSION_BYTES);
    return privateGroup(text(in, accepted(in.readByte())));
  }

  private static int accepted(int code) throws RefusedException {
    if (code < 0) {
      throw new RefusedException(code);
    }
    return code;
  }

  private static String text(WireInput in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes, 0, length);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String printable(String text) {
    return text.replaceAll("[^ -~]", "?").strip();
  }

  private static String privateGroup(String name) throws MalformedFrameException {
    if (name.isEmpty() || name.length() > LONGEST_GROUP_NAME || name.charAt(0) != '#') {
      throw new MalformedFrameException(
          "it gave the private group name '%s', which is none".formatted(printable(name)));
    }
    return name;
  }
}
