package org.g2cl.cmi.watch;

import java.util.Optional;
import org.g2cl.cmi.core.HaService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writer of the figures as text; its implementation needs Micrometer on the class path. */
interface MetricsText extends AutoCloseable {
  /** Media type of OpenMetrics. */
  String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

  /** Media type of Prometheus' older text. */
  String PLAIN = "text/plain; version=0.0.4; charset=utf-8";

  /** Text of this moment, of one of the media types above. */
  String scrape(String contentType);

  @Override
  void close();

  /** The writer, or empty when Micrometer's Prometheus registry is not on the class path. */
  static Optional<MetricsText> of(HaService service) {
    try {
      return Optional.of(new OpenMetrics(service));
    } catch (NoClassDefFoundError e) {
      LoggerHolder.LOG.info(
          "{}: no /metrics, for micrometer-registry-prometheus is not on the class path ({})",
          service.settings().name(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Keeps the logger out of the interface. */
  final class LoggerHolder {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsText.class);

    private LoggerHolder() {}
  }
}
