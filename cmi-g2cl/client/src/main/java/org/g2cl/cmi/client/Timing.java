package org.g2cl.cmi.client;

import java.time.Duration;

/** Clock and pause, replaced in tests. */
interface Timing {
  long nanos();

  void pause(Duration time) throws InterruptedException;

  static Timing system() {
    return new Timing() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public void pause(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
      }
    };
  }
}
