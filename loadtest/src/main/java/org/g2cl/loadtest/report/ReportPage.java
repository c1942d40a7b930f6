package org.g2cl.loadtest.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;

/** Page with the figures and pictures of a report, without references to anything outside it. */
final class ReportPage {
  private static final long HALF_SECOND = 500_000;

  private static final String TEMPLATE =
      """
      <p>${when}</p>
      <p class="verdict ${class}">${verdict}</p>
      ${doubts}
      <h2>Figures</h2>
      <table>${figures}</table>
      <h2>Throughput and response time over the run</h2>
      ${over}
      <h2>Distribution of response times</h2>
      ${distribution}
      <h2>By phase</h2>
      <table><tr><th>phase</th><th class="n">seconds</th><th class="n">requests</th><th class="n">failed</th><th class="n">requests/s</th><th class="n">median ms</th><th class="n">95 % ms</th><th class="n">99 % ms</th><th class="n">longest ms</th></tr>
      ${phases}</table>
      <h2>Machine and versions</h2>
      <table>${machine}</table>
      </body>
      </html>
      """;

  private final Report report;
  private final Timeline timeline;

  ReportPage(Report report, Timeline timeline) {
    this.report = report;
    this.timeline = timeline;
  }

  String html() {
    String title = "Shopping carts on " + report.nodes() + " nodes under load";
    String body =
        TEMPLATE
            .replace("${when}", Html.escape(report.when()))
            .replace("${class}", report.harmless() ? "good" : "bad")
            .replace("${verdict}", Html.escape(report.verdict()))
            .replace("${doubts}", doubts())
            .replace("${figures}", Html.rows(Figures.of(report)))
            .replace("${over}", overTheRun())
            .replace("${distribution}", distribution())
            .replace("${phases}", phases())
            .replace("${machine}", Html.rows(report.machine()) + Html.rows(report.versions()));
    return Html.head(title, "td { white-space: nowrap; }\n") + body;
  }

  private String doubts() {
    return report.doubts().isEmpty()
        ? ""
        : "<ul>"
            + report.doubts().stream()
                .map(doubt -> "<li>" + Html.escape(doubt) + "</li>")
                .collect(Collectors.joining())
            + "</ul>";
  }

  private String overTheRun() {
    List<Slice> slices = timeline.slices(HALF_SECOND);
    return figure(
        List.of(Charts.throughput(slices, marks()), Charts.responseTimes(slices, marks())),
        "Half-second steps, from httpd's access log. The response time has a logarithmic axis.");
  }

  /** That a process was started does not show in the figures before it has joined. */
  private List<Report.Mark> marks() {
    return report.events().stream()
        .filter(mark -> !mark.label().endsWith(Event.Kind.START.past()))
        .toList();
  }

  private String distribution() {
    return figure(
        List.of(Charts.distribution(timeline.responseMillis(), timeline.whole())),
        "Both axes are logarithmic, so that the few slow requests can be seen; dashed:"
            + " percentiles.");
  }

  private String phases() {
    return report.phases().entrySet().stream()
        .map(phase -> phaseRow(phase.getKey(), phase.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String phaseRow(String name, Slice s) {
    return String.format(
        Locale.ROOT,
        "<tr><td>%s</td>"
            + "<td class=n>%.1f – %.1f</td><td class=n>%d</td><td class=n>%d</td>"
            + "<td class=n>%.0f</td><td class=n>%.1f</td><td class=n>%.1f</td>"
            + "<td class=n>%.1f</td><td class=n>%.0f</td></tr>",
        Html.escape(name),
        s.fromSeconds(),
        s.toSeconds(),
        s.requests(),
        s.failed(),
        s.throughputPerSecond(),
        s.p50Millis(),
        s.p95Millis(),
        s.p99Millis(),
        s.maxMillis());
  }

  /** As images of their own: names inside one SVG cannot clash with those of another. */
  private static String figure(List<XYChart> charts, String caption) {
    String images =
        charts.stream()
            .map(
                chart ->
                    "<img alt=\""
                        + Html.escape(chart.getTitle())
                        + "\" src=\"data:image/svg+xml;base64,"
                        + Base64.getEncoder().encodeToString(svg(chart))
                        + "\">")
            .collect(Collectors.joining("\n"));
    return "<figure>" + images + "<figcaption>" + Html.escape(caption) + "</figcaption></figure>";
  }

  private static byte[] svg(XYChart chart) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
