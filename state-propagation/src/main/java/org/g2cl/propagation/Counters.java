package org.g2cl.propagation;

import java.util.concurrent.atomic.LongAdder;

/** Counts since start, as in {@link PropagationStatus}. */
final class Counters {
  final LongAdder calls = new LongAdder();
  final LongAdder takeOvers = new LongAdder();
  final LongAdder replays = new LongAdder();
  final LongAdder fenced = new LongAdder();
  final LongAdder repairs = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder stalls = new LongAdder();

  /** States put away that could not be read; not part of the status. */
  final LongAdder unreadable = new LongAdder();

  final LongAdder replicatedBytes = new LongAdder();
}
