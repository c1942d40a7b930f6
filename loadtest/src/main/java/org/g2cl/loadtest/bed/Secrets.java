package org.g2cl.loadtest.bed;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Secrets that the nodes of one bed share. */
final class Secrets {
  private static final int BYTES = 24;

  private Secrets() {}

  /** A new one: 192 random bits in hexadecimal. */
  static String fresh() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
