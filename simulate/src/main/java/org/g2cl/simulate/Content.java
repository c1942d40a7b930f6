package org.g2cl.simulate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.g2cl.propagation.SessionId;

/**
 * State of a session as bytes: the requests that it has executed. That of some sessions is large,
 * of one length for ever, and each request overwrites some places of it, as in a large bean of
 * which some fields change. What is in it besides follows from the session and the requests.
 */
final class Content {
  /** Above what is changed in place at a backup, and below what travels in parts. */
  private static final int LARGE_BYTES = 20 << 10;

  /** One session of so many is large. */
  private static final int LARGE_SHARE = 8;

  /** From here on no requests stand, but numbers that change with each. */
  private static final int NUMBERS = LARGE_BYTES / 2;

  private static final int STEP = 617;
  private static final char END = '\n';

  private Content() {}

  /** State of a session that has executed these requests, which are separated by blanks. */
  static byte[] of(SessionId session, String requests) {
    byte[] text = requests.getBytes(ISO_8859_1);
    return isLarge(session) && text.length < NUMBERS ? large(session, text) : text;
  }

  private static boolean isLarge(SessionId session) {
    return Math.floorMod(session.toString().hashCode(), LARGE_SHARE) == 0;
  }

  private static byte[] large(SessionId session, byte[] text) {
    byte[] state = new byte[LARGE_BYTES];
    int random = session.toString().hashCode();
    for (int i = 0; i < state.length; i++) {
      random = random * 1_103_515_245 + 12_345;
      state[i] = (byte) ('a' + (random >>> 16) % 26);
    }
    System.arraycopy(text, 0, state, 0, text.length);
    state[text.length] = END;
    long executed = new String(text, ISO_8859_1).chars().filter(letter -> letter == ' ').count();
    for (int i = 1; i <= executed; i++) {
      byte[] number = String.valueOf(i).getBytes(ISO_8859_1);
      int at = NUMBERS + i * STEP % (LARGE_BYTES - NUMBERS - number.length);
      System.arraycopy(number, 0, state, at, number.length);
    }
    return state;
  }

  /** Requests that a state has executed. */
  static String requests(byte[] state) {
    String text = new String(state, ISO_8859_1);
    int end = text.indexOf(END);
    return end < 0 ? text : text.substring(0, end);
  }

  /** Tells whether the rest of a state is what follows from its requests. */
  static boolean isIntact(SessionId session, byte[] state) {
    return Arrays.equals(state, of(session, requests(state)));
  }
}
