package org.g2cl.cmi.watch;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.cmi.core.HaMetric;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;

/**
 * The figures of an {@link HaService} as Micrometer's meters: every {@link HaMetric} under its
 * {@link HaMetric#key}, with the tags {@code group} and {@code node}.
 *
 * <p>{@code new HaMeters(service).bindTo(registry)}. The meters read the service whenever the
 * registry asks; what is read within {@value Snapshot#MILLIS} ms is read from one status, so that
 * the figures of one scrape belong together. {@link #close} it with the service: a registry keeps
 * the meters that it has, and gives those of a closed service to whoever binds a new one of that
 * name. Thread-safe.
 */
public final class HaMeters implements MeterBinder, AutoCloseable {
  private final HaService service;
  private final Snapshot snapshot;

  /** How to take the meters out of their registries; guarded by this. */
  private final List<Runnable> removals = new ArrayList<>();

  /** Meters of this service. */
  public HaMeters(HaService service) {
    this.service = service;
    this.snapshot = new Snapshot(service::status);
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    Tags tags =
        Tags.of(
            "group", service.settings().get(HaSetting.GROUP), "node", service.settings().name());
    for (HaMetric metric : HaMetric.values()) {
      Meter meter = register(metric, tags, registry);
      removals.add(() -> registry.remove(meter));
    }
  }

  private Meter register(HaMetric metric, Tags tags, MeterRegistry registry) {
    if (metric.kind() == HaMetric.Kind.COUNTER) {
      return FunctionCounter.builder(metric.key(), snapshot, status -> status.value(metric))
          .description(metric.meaning())
          .tags(tags)
          .register(registry);
    }
    return Gauge.builder(metric.key(), snapshot, status -> status.value(metric))
        .description(metric.meaning())
        .strongReference(true)
        .tags(tags)
        .register(registry);
  }

  /** Reads anew at the next look. */
  void refresh() {
    snapshot.forget();
  }

  /** Removes its meters from all registries that it was bound to. */
  @Override
  public synchronized void close() {
    removals.forEach(Runnable::run);
    removals.clear();
  }
}
