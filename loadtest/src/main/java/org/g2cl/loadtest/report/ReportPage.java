package org.g2cl.loadtest.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
      <table>${phases}</table>
      <p>The longest request is one answer's own time. The longest stall of a client, above, runs from one answer to the next.</p>
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
            .replace("${when}", Html.escape(report.when().replace('T', ' ').replace("Z", " UTC")))
            .replace("${class}", report.harmless() ? "good" : "bad")
            .replace("${verdict}", Html.escape(report.verdict()))
            .replace("${doubts}", doubts())
            .replace("${figures}", Html.rows(Figures.of(report)))
            .replace("${over}", overTheRun())
            .replace("${distribution}", distribution())
            .replace("${phases}", phases())
            .replace("${machine}", Html.rows(report.machine()) + Html.rows(report.versions()));
    return Html.head(title, "") + body;
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

  /** A column for each phase, of which there are few: as rows they would not fit a phone. */
  private String phases() {
    return row("th", "", report.phases().keySet().stream().map(Html::escape))
        + phases("from", s -> shown("%,.1f s", s.fromSeconds()))
        + phases("to", s -> shown("%,.1f s", s.toSeconds()))
        + phases("requests", s -> shown("%,d", s.requests()))
        + phases("failed requests", s -> shown("%,d", s.failed()))
        + phases("requests/s", s -> shown("%,.0f", s.throughputPerSecond()))
        + phases("median", s -> shown("%,.1f ms", s.p50Millis()))
        + phases("95 %", s -> shown("%,.1f ms", s.p95Millis()))
        + phases("99 %", s -> shown("%,.1f ms", s.p99Millis()))
        + phases("longest request", s -> shown("%,.0f ms", s.maxMillis()));
  }

  private String phases(String name, Function<Slice, String> value) {
    return row("td", name, report.phases().values().stream().map(value));
  }

  private static String row(String tag, String name, Stream<String> cells) {
    return "<tr><%s>%s</%1$s>".formatted(tag, name)
        + cells
            .map(cell -> "<%s class=n>%s</%1$s>".formatted(tag, cell))
            .collect(Collectors.joining())
        + "</tr>\n";
  }

  private static String shown(String format, Number value) {
    return String.format(Locale.ROOT, format, value);
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
