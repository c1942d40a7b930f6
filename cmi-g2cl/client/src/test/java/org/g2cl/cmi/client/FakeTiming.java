package org.g2cl.cmi.client;

import java.time.Duration;

/** Clock that moves only when somebody pauses, or a test says so. */
final class FakeTiming implements Timing {
  private long nanos = 1;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void pause(Duration time) {
    nanos += time.toNanos();
  }
}
