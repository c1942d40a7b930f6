package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

/** Damage to what came by the wire: it is read, or refused with a message, and nothing else. */
final class Damage {
  private static final int TIMES = 2_000;

  private Damage() {}

  /** Reader of a form. */
  interface Reading {
    void read(byte[] bytes) throws MalformedFrameException;
  }

  /** Has bytes read of which one was changed, again and again. */
  static void each(byte[] bytes, Reading reading) {
    Random random = new Random(42);
    for (int i = 0; i < TIMES; i++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      readOrRefuse(damaged, reading);
    }
  }

  static void readOrRefuse(byte[] bytes, Reading reading) {
    try {
      reading.read(bytes);
    } catch (MalformedFrameException expected) {
      assertThat(expected).hasMessageNotContaining("null").message().isNotEmpty();
    }
  }
}
