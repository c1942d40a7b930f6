package org.g2cl.cmi.watch;

import java.util.Optional;

/** Writer of a node's figures as text, in the forms that Prometheus reads. */
interface MetricsText extends AutoCloseable {
  /** Media type of OpenMetrics. */
  String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

  /** Media type of Prometheus' older text. */
  String PLAIN = "text/plain; version=0.0.4; charset=utf-8";

  /** Writer that writes nothing, where the library for it is not on the class path. */
  MetricsText NONE = new NoMetrics();

  /** Text of this moment, of one of the media types above; empty when there is none to be had. */
  Optional<String> scrape(String contentType);

  @Override
  void close();

  /** The writer that is there without a library. */
  final class NoMetrics implements MetricsText {
    private NoMetrics() {}

    @Override
    public Optional<String> scrape(String contentType) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
