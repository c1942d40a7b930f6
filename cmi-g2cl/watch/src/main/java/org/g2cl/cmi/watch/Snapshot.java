package org.g2cl.cmi.watch;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.g2cl.cmi.core.HaMetric;
import org.g2cl.cmi.core.HaStatus;

/** A status that is read once for many figures. Thread-safe. */
final class Snapshot {
  /** For how long one status serves. */
  static final long MILLIS = 100;

  private final Supplier<HaStatus> source;
  private HaStatus status;
  private long readAt;

  Snapshot(Supplier<HaStatus> source) {
    this.source = source;
  }

  synchronized double value(HaMetric metric) {
    long now = System.nanoTime();
    if (status == null || now - readAt > TimeUnit.MILLISECONDS.toNanos(MILLIS)) {
      status = source.get();
      readAt = now;
    }
    return metric.value(status);
  }

  synchronized void forget() {
    status = null;
  }
}
