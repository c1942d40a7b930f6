package org.g2cl.cmi.jonas;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Where the parts of an archive are, {@code id count} in bytes. */
record ArchiveParts(UUID id, int count) {
  private static final String ROOT = "archive-part/";

  static ArchiveParts of(byte[] bytes) {
    String[] words = new String(bytes, StandardCharsets.US_ASCII).split(" ", 2);
    return new ArchiveParts(UUID.fromString(words[0]), Integer.parseInt(words[1]));
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
