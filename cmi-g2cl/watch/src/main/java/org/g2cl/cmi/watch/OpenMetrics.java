package org.g2cl.cmi.watch;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import org.g2cl.cmi.core.HaService;

/** The figures as OpenMetrics text, by Micrometer's Prometheus registry. */
final class OpenMetrics implements MetricsText {
  private final HaMeters meters;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  OpenMetrics(HaService service) {
    meters = new HaMeters(service);
    meters.bindTo(registry);
  }

  @Override
  public Optional<String> scrape(String contentType) {
    meters.refresh();
    return Optional.of(registry.scrape(contentType));
  }

  @Override
  public void close() {
    registry.close();
  }
}
