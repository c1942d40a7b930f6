package org.g2cl.cmi.watch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.NodeFigures;

/** Figures of all nodes, asked at most twice a second however many look. Thread-safe. */
final class GroupCache {
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final HaService service;
  private List<NodeFigures> figures;
  private long askedAt;

  GroupCache(HaService service) {
    this.service = service;
  }

  synchronized List<NodeFigures> get() {
    if (figures == null || System.nanoTime() - askedAt > FRESH_NANOS) {
      figures = service.groupFigures(PATIENCE);
      askedAt = System.nanoTime();
    }
    return figures;
  }
}
