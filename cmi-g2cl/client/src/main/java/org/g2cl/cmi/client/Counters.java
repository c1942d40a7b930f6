package org.g2cl.cmi.client;

import java.util.concurrent.atomic.LongAdder;

/** Figures of the client, counted without locks. */
final class Counters {
  final LongAdder requests = new LongAdder();
  final LongAdder retries = new LongAdder();
  final LongAdder failovers = new LongAdder();
  final LongAdder failures = new LongAdder();
}
