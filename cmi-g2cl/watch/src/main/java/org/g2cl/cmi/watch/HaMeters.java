package org.g2cl.cmi.watch;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.g2cl.cmi.core.HaMetric;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;

/**
 * The figures of an {@link HaService} as Micrometer's meters: every {@link HaMetric} under its
 * {@link HaMetric#key}, with the tags {@code group} and {@code node}.
 *
 * <p>{@code new HaMeters(service).bindTo(registry)}. The meters read the service whenever the
 * registry asks; what is read within {@value Snapshot#MILLIS} ms is read from one status, so that
 * the figures of one scrape belong together. Thread-safe.
 */
public final class HaMeters implements MeterBinder {
  private final HaService service;
  private final Snapshot snapshot;

  /** Meters of this service. */
  public HaMeters(HaService service) {
    this.service = service;
    this.snapshot = new Snapshot(service::status);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Tags tags =
        Tags.of(
            "group", service.settings().get(HaSetting.GROUP), "node", service.settings().name());
    for (HaMetric metric : HaMetric.values()) {
      if (metric.kind() == HaMetric.Kind.COUNTER) {
        FunctionCounter.builder(metric.key(), snapshot, status -> status.value(metric))
            .description(metric.meaning())
            .tags(tags)
            .register(registry);
      } else {
        Gauge.builder(metric.key(), snapshot, status -> status.value(metric))
            .description(metric.meaning())
            .strongReference(true)
            .tags(tags)
            .register(registry);
      }
    }
  }

  /** Reads anew at the next look. */
  void refresh() {
    snapshot.forget();
  }
}
