package org.g2cl.loadtest.chaos;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.report.Html;

/** Page of a run, without references to anything outside it. */
final class ChaosPage {
  /** In the dark orange and yellow stay what the page calls them. */
  private static final String STYLE =
      """
      body { max-width: 1120px; } svg { max-width: 100%; }
      @media (prefers-color-scheme: dark) {
        svg text { fill: var(--ink); } svg line[stroke="#e2e8f0"] { stroke: var(--line); } svg polyline { stroke: #63b3ed; }
      }
      """;

  private static final String TEMPLATE =
      """
      <p class="verdict ${class}">${verdict}</p>
      ${violations}
      <h2>Throughput and faults</h2>
      <figure>${picture}</figure>
      <p>Orange: the fault, until it is taken away and its nodes have started again. Yellow: until all nodes are one group with all copies. Red dots: calls without an answer.</p>
      <h2>Figures</h2>
      <table>${figures}</table>
      <details><summary>What the times mean</summary>
      <table>${meanings}</table></details>
      <h2>Faults by kind</h2>
      <table><tr><th>fault</th><th class="n">times</th><th class="n">whole again after, median</th><th class="n">longest</th><th class="n">failovers</th><th class="n">their p99</th></tr>
      ${kinds}</table>
      <h2>Each fault</h2>
      <table><tr><th class="n">at</th><th>fault</th><th>nodes</th><th class="n">lasted</th><th class="n">whole after</th><th class="n">failovers</th><th class="n">longest</th><th class="n">longest other wait</th></tr>
      ${faults}</table>
      </body>
      </html>
      """;

  private final ChaosReport report;

  ChaosPage(ChaosReport report) {
    this.report = report;
  }

  String html() {
    String body =
        TEMPLATE
            .replace("${class}", report.isKept() ? "good" : "bad")
            .replace("${verdict}", Html.escape(report.verdict()))
            .replace("${violations}", violations())
            .replace("${picture}", new TimelinePicture(report.seconds(), report.faults()).svg())
            .replace("${figures}", Html.rows(report.figures()))
            .replace("${meanings}", Html.rows(meanings()))
            .replace("${kinds}", kinds())
            .replace(
                "${faults}",
                report.faults().stream().map(ChaosPage::row).collect(Collectors.joining("\n")));
    return Html.head("Faults on a running cluster", STYLE) + body;
  }

  private String violations() {
    return report.violations().isEmpty()
        ? ""
        : "<ul>"
            + report.violations().stream()
                .map(v -> "<li><b>" + v.kind() + "</b> " + Html.escape(v.text()) + "</li>")
                .collect(Collectors.joining("\n"))
            + "</ul>"
            + report.whatHeld().map(text -> "<p>" + Html.escape(text) + ".</p>").orElse("");
  }

  private static Map<String, String> meanings() {
    Map<String, String> meanings = new LinkedHashMap<>();
    for (Times times : Times.values()) {
      meanings.put(times.row(), times.meaning().replace("`", ""));
    }
    return meanings;
  }

  private String kinds() {
    return Arrays.stream(FaultKind.values())
        .filter(kind -> times(kind) > 0)
        .map(this::kind)
        .collect(Collectors.joining("\n"));
  }

  private String kind(FaultKind kind) {
    Failovers whole = report.wholeness(kind);
    Failovers failovers = Failovers.of(report.faults(), kind::equals);
    return String.format(
        Locale.ROOT,
        "<tr><td>%s</td><td class=n>%d</td><td class=n>%s</td><td class=n>%s</td><td"
            + " class=n>%,d</td><td class=n>%s</td></tr>",
        Html.escape(kind.description()),
        times(kind),
        whole.count() == 0 ? Failovers.NONE : seconds(whole.median()),
        whole.count() == 0 ? Failovers.NONE : seconds(whole.longest()),
        failovers.count(),
        failovers.shownP99());
  }

  private long times(FaultKind kind) {
    return report.faults().stream().filter(fault -> fault.kind() == kind).count();
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
  }

  private static String row(Fault fault) {
    return String.format(
        Locale.ROOT,
        "<tr><td class=n>%.1f s</td><td>%s</td><td>%s</td><td class=n>%.1f s</td><td"
            + " class=n>%s</td><td class=n>%,d</td><td class=n>%s</td><td class=n>%s</td></tr>",
        fault.begin() / 1e6,
        Html.escape(fault.kind().description()),
        Html.escape(fault.text()),
        (fault.healed() - fault.begin()) / 1e6,
        fault.whole() == 0
            ? "not seen"
            : String.format(Locale.ROOT, "%.1f s", (fault.whole() - fault.healed()) / 1e6),
        fault.waits().failovers().size(),
        longest(fault.waits().failovers().stream()),
        longest(fault.waits().others()));
  }

  private static String longest(Stream<Long> waits) {
    return waits.max(Long::compare).map(Failovers::millis).orElse(Failovers.NONE);
  }
}
