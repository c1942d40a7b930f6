package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the parts of an archive are, {@code id count} in bytes. */
record ArchiveParts(UUID id, int count) {
  private static final String ROOT = "archive-part/";
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([0-9]{1,4})");

  /**
   * Reads what {@link #bytes} has written.
   *
   * @throws IOException when it is something else
   */
  static ArchiveParts of(byte[] bytes) throws IOException {
    Matcher words = FORM.matcher(new String(bytes, StandardCharsets.US_ASCII));
    if (!words.matches()) {
      throw new IOException(
          "%d bytes that do not say where the parts of an archive are".formatted(bytes.length));
    }
    return new ArchiveParts(UUID.fromString(words.group(1)), Integer.parseInt(words.group(2)));
  }

  byte[] bytes() {
    return (id + " " + count).getBytes(StandardCharsets.US_ASCII);
  }

  /** Fact below which the parts are. */
  String prefix() {
    return ROOT + id;
  }

  /** Fact of one part, counted from 0. */
  String name(int part) {
    return prefix() + "/" + part;
  }

  /** Whether a fact is a part of some archive. */
  static boolean isPart(String fact) {
    return fact.startsWith(ROOT);
  }

  /** Prefix of an archive of which a fact is a part. */
  static String prefixOf(String part) {
    return part.substring(0, part.lastIndexOf('/'));
  }
}
