package org.g2cl.cmi.jonas;

import java.util.concurrent.atomic.LongAdder;

/** Counts of what was replicated. */
final class Traffic {
  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void sent(int size) {
    messages.increment();
    bytes.add(size);
  }

  long messages() {
    return messages.sum();
  }

  long bytes() {
    return bytes.sum();
  }

  double averageBytes() {
    long count = messages.sum();
    return count == 0 ? 0 : (double) bytes.sum() / count;
  }
}
