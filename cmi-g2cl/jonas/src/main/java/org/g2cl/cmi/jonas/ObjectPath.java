package org.g2cl.cmi.jonas;

import java.nio.charset.StandardCharsets;

/**
 * Part of a registry name made of any string, so that object names with slashes stay one part.
 *
 * <p>Letters, digits, {@code . _ - :} and {@code $} stand for themselves, all else is {@code %} and
 * two hexadecimal digits per byte of UTF-8; the empty string is {@code %}.
 */
final class ObjectPath {
  private static final String PLAIN = "._-:$";

  private ObjectPath() {}

  static String encode(String name) {
    if (name.isEmpty()) {
      return "%";
    }
    StringBuilder part = new StringBuilder(name.length() + 8);
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || PLAIN.indexOf(c) >= 0) {
        part.append(c);
      } else {
        part.append('%')
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      }
    }
    return part.toString();
  }

  static String decode(String part) {
    if (part.equals("%")) {
      return "";
    }
    byte[] bytes = new byte[part.length()];
    int length = 0;
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c == '%') {
        bytes[length++] = (byte) Integer.parseInt(part.substring(i + 1, i + 3), 16);
        i += 2;
      } else {
        bytes[length++] = (byte) c;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
