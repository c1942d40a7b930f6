package org.g2cl.loadtest.chaos;

import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.report.Html;

/** Picture of a run: answered calls per second, and below them the faults, as SVG. */
final class TimelinePicture {
  private static final int WIDTH = 1_100;
  private static final int LEFT = 60;
  private static final int CHART = 220;
  private static final int ROW = 16;
  private static final int TOP = 16;
  private static final int LEGEND = 230;

  private final List<Measures.Second> seconds;
  private final List<Fault> faults;
  private final double length;
  private final int most;

  TimelinePicture(List<Measures.Second> seconds, List<Fault> faults) {
    this.seconds = seconds;
    this.faults = faults;
    this.length = Math.max(1, seconds.size());
    this.most = Math.max(1, seconds.stream().mapToInt(Measures.Second::answered).max().orElse(1));
  }

  String svg() {
    List<FaultKind> kinds = faults.stream().map(Fault::kind).distinct().sorted().toList();
    int height = TOP + CHART + 24 + kinds.size() * ROW + 12;
    StringBuilder svg = new StringBuilder(1 << 14);
    svg.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n"
                + "<title>Answered calls per second, and the faults</title>\n",
            WIDTH, height));
    axes(svg);
    curve(svg);
    for (int row = 0; row < kinds.size(); row++) {
      row(svg, kinds.get(row), TOP + CHART + 24 + row * ROW);
    }
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg) {
    for (int part = 0; part <= 4; part++) {
      double y = TOP + CHART - CHART * part / 4.0;
      svg.append(
          format(
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e2e8f0\"/><text x=\"%d\""
                  + " y=\"%.1f\" text-anchor=\"end\" fill=\"#4a5568\">%d</text>\n",
              LEFT, WIDTH - LEGEND, y, y, LEFT - 6, y + 4, most * part / 4));
    }
    svg.append(
        format(
            "<text x=\"%d\" y=\"11\" fill=\"#4a5568\">answered calls per second</text>\n", LEFT));
    double step = Math.max(10, Math.ceil(length / 10 / 10) * 10);
    for (double time = 0; time <= length; time += step) {
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#4a5568\">%.0f s</text>\n",
              x(time), TOP + CHART + 14, time));
    }
  }

  private void curve(StringBuilder svg) {
    svg.append("<polyline fill=\"none\" stroke=\"#2b6cb0\" stroke-width=\"1.2\" points=\"");
    for (int second = 0; second < seconds.size(); second++) {
      double y = TOP + CHART - CHART * (double) seconds.get(second).answered() / most;
      svg.append(format("%.1f,%.1f ", x(second + 0.5), y));
    }
    svg.append("\"/>\n");
    for (int second = 0; second < seconds.size(); second++) {
      if (seconds.get(second).unanswered() > 0) {
        svg.append(
            format(
                "<circle cx=\"%.1f\" cy=\"%d\" r=\"2.5\" fill=\"#c53030\"><title>%d calls without"
                    + " an answer in second %d</title></circle>\n",
                x(second + 0.5), TOP + CHART, seconds.get(second).unanswered(), second));
      }
    }
  }

  private void row(StringBuilder svg, FaultKind kind, int y) {
    for (Fault fault : faults) {
      if (fault.kind() == kind) {
        bar(
            svg,
            fault.begin(),
            fault.healed(),
            y,
            "#dd6b20",
            kind.description() + ": " + fault.text());
        if (fault.whole() > 0) {
          bar(svg, fault.healed(), fault.whole(), y, "#f6e05e", "until whole again");
        }
        svg.append(
            format(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#dd6b20\""
                    + " stroke-opacity=\"0.35\"/>\n",
                x(fault.begin() / 1e6), x(fault.begin() / 1e6), TOP, y));
      }
    }
    svg.append(
        format(
            "<text x=\"%d\" y=\"%d\" fill=\"#1a202c\">%s</text>\n",
            WIDTH - LEGEND + 8, y + 10, Html.escape(kind.description())));
  }

  private void bar(StringBuilder svg, long from, long to, int y, String colour, String title) {
    svg.append(
        format(
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\""
                + " fill=\"%s\"><title>%s</title></rect>\n",
            x(from / 1e6),
            y,
            Math.max(1, x(to / 1e6) - x(from / 1e6)),
            ROW - 4,
            colour,
            Html.escape(title)));
  }

  private double x(double second) {
    return LEFT + (WIDTH - LEGEND - LEFT) * Math.min(second, length) / length;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
