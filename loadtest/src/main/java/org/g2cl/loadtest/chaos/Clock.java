package org.g2cl.loadtest.chaos;

/** Time since the begin of a run, in microseconds. */
final class Clock {
  private final long begin = System.nanoTime();

  long micros() {
    return (System.nanoTime() - begin) / 1_000;
  }
}
