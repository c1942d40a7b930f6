package org.g2cl.loadtest.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws the pictures of a report. */
final class Charts {
  private static final int WIDTH = 920;
  private static final Color BLUE = new Color(0x2b, 0x6c, 0xb0);
  private static final Color ORANGE = new Color(0xc0, 0x56, 0x21);
  private static final Color GREY = new Color(0x71, 0x80, 0x96);
  private static final Color MARK = new Color(0xc5, 0x30, 0x30);
  private static final String FONT = Font.SANS_SERIF;
  private static final double BINS_PER_DECADE = 20;

  /** Where a bin without requests is drawn on the logarithmic axis. */
  private static final double NONE = 0.5;

  private Charts() {}

  static XYChart throughput(List<Slice> slices, List<Report.Mark> marks) {
    XYChart chart = chart("Requests answered per second", 260, "", "requests/s");
    XYSeries line =
        chart.addSeries("throughput", middles(slices), values(slices, Slice::throughputPerSecond));
    style(line, BLUE, 2f);
    line.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
    line.setFillColor(new Color(0x2b, 0x6c, 0xb0, 60));
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setXAxisTitleVisible(false);
    chart.getStyler().setYAxisMin(0.0);
    double top = niceTop(slices.stream().mapToDouble(Slice::throughputPerSecond).max().orElse(1));
    chart.getStyler().setYAxisMax(top);
    double length = length(slices, marks);
    timeAxis(chart, length);
    mark(chart, marks, top, length);
    return chart;
  }

  static XYChart responseTimes(List<Slice> slices, List<Report.Mark> marks) {
    XYChart chart =
        chart("Response time", 300, "seconds since the start of the run", "milliseconds");
    style(chart.addSeries("longest", middles(slices), values(slices, Slice::maxMillis)), GREY, 1f);
    style(chart.addSeries("99 %", middles(slices), values(slices, Slice::p99Millis)), ORANGE, 1.6f);
    style(chart.addSeries("median", middles(slices), values(slices, Slice::p50Millis)), BLUE, 2f);
    logarithmic(chart);
    timeAxis(chart, length(slices, marks));
    decades(chart, slices);
    marks.forEach(mark -> chart.addAnnotation(new AnnotationLine(mark.seconds(), true, false)));
    return chart;
  }

  static XYChart distribution(double[] millis, Slice whole) {
    XYChart chart =
        chart("Distribution of response times", 320, "response time in milliseconds", "requests");
    Bins bins = Bins.of(millis);
    XYSeries series = chart.addSeries("requests", bins.edges(), bins.counts());
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    style(series, BLUE, 1.8f);
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setXAxisLogarithmic(true);
    logarithmic(chart);
    double top =
        Math.pow(10, Math.ceil(Math.log10(Arrays.stream(bins.counts()).max().orElse(1) * 3)));
    chart.getStyler().setYAxisMin(NONE);
    chart.getStyler().setYAxisMax(top);
    percentiles(chart, whole, top, bins.edges()[0], last(bins.edges()));
    return chart;
  }

  private static void percentiles(
      XYChart chart, Slice whole, double top, double left, double right) {
    double[] at = {left, whole.p50Millis(), whole.p95Millis(), whole.p99Millis(), right};
    List<String> names = List.of("50 %", "95 %", "99 %");
    double[] heights = {top * 0.5, top * 0.2, top * 0.08};
    double decadesWide = Math.log10(right / left);
    for (int i = 0; i < names.size(); i++) {
      String label = String.format(Locale.ROOT, "%s: %,.1f ms", names.get(i), at[i + 1]);
      chart.addAnnotation(new AnnotationLine(at[i + 1], true, false));
      double half = Math.pow(10, decadesWide * halfWidth(label));
      double centre = centre(at[i + 1], at[i + 2], half);
      chart.addAnnotation(new AnnotationText(label, centre, heights[i], false));
    }
  }

  /**
   * Right of a line, or left of it where the label would run into the next one; on a logarithmic
   * axis.
   *
   * @param half factor that is half a label wide
   */
  static double centre(double at, double next, double half) {
    return at * half * half <= next ? at * half : at / half;
  }

  /** Half the width of a label as a share of the plot's; a label is centred where it is put. */
  private static double halfWidth(String label) {
    return (label.length() * 3.4 + 6) / (WIDTH - 110);
  }

  private static double last(double[] values) {
    return values[values.length - 1];
  }

  private static XYChart chart(String title, int height, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(height)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart
        .getStyler()
        .setChartBackgroundColor(Color.WHITE)
        .setChartTitleFont(new Font(FONT, Font.BOLD, 15))
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(new Font(FONT, Font.PLAIN, 12))
        .setPlotBorderVisible(false)
        .setAnnotationLineColor(MARK)
        .setAnnotationLineStroke(
            new BasicStroke(
                1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {5, 4}, 0))
        .setAnnotationTextFont(new Font(FONT, Font.PLAIN, 12))
        .setAnnotationTextFontColor(MARK);
    chart
        .getStyler()
        .setPlotGridLinesColor(new Color(0xe2, 0xe8, 0xf0))
        .setAxisTitleFont(new Font(FONT, Font.PLAIN, 12))
        .setAxisTickLabelsFont(new Font(FONT, Font.PLAIN, 11))
        .setPlotGridLinesStroke(new BasicStroke(0.7f))
        .setPlotGridVerticalLinesVisible(false)
        .setLocale(Locale.ROOT)
        .setYAxisLeftWidthHint(70);
    return chart;
  }

  private static void style(XYSeries series, Color color, float width) {
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color);
    series.setLineStyle(new BasicStroke(width));
  }

  private static void logarithmic(XYChart chart) {
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmicDecadeOnly(true);
    chart.getStyler().setXAxisLogarithmicDecadeOnly(true);
    chart.getStyler().setYAxisDecimalPattern("#,##0.###");
    chart.getStyler().setXAxisDecimalPattern("#,##0.###");
  }

  /** A fresh node may join when the last request was answered already. */
  static double length(List<Slice> slices, List<Report.Mark> marks) {
    double lastMark = marks.stream().mapToDouble(Report.Mark::seconds).max().orElse(0);
    return Math.max(slices.get(slices.size() - 1).toSeconds(), lastMark);
  }

  private static void timeAxis(XYChart chart, double length) {
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setXAxisMax(length);
    chart.getStyler().setXAxisDecimalPattern("0");
  }

  private static void mark(XYChart chart, List<Report.Mark> marks, double top, double length) {
    int row = 0;
    for (Report.Mark mark : marks) {
      chart.addAnnotation(new AnnotationLine(mark.seconds(), true, false));
      double centre = centre(mark.label(), mark.seconds(), length);
      double height = top * (0.08 + 0.1 * (row % 3));
      chart.addAnnotation(new AnnotationText(mark.label(), centre, height, false));
      row++;
    }
  }

  /** Right of the line, or left of it where the picture would cut the label off. */
  static double centre(String label, double at, double length) {
    double half = length * halfWidth(label);
    return at + 2 * half <= length ? at + half : at - half;
  }

  /** Whole decades, so that the axis has labels at both ends. */
  private static void decades(XYChart chart, List<Slice> slices) {
    double least = Arrays.stream(values(slices, Slice::p50Millis)).min().orElse(1);
    double greatest = Arrays.stream(values(slices, Slice::maxMillis)).max().orElse(1);
    chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))));
    chart.getStyler().setYAxisMax(Math.pow(10, Math.ceil(Math.log10(greatest))));
  }

  private static double[] middles(List<Slice> slices) {
    return values(slices, slice -> (slice.fromSeconds() + slice.toSeconds()) / 2);
  }

  /** A logarithmic axis has no zero: a part without requests shows the smallest value there is. */
  private static double[] values(List<Slice> slices, ToDoubleFunction<Slice> value) {
    return slices.stream().mapToDouble(value).map(v -> Math.max(v, 0.1)).toArray();
  }

  private static double niceTop(double value) {
    double step = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1))));
    return Math.ceil(value * 1.1 / (step / 2)) * (step / 2);
  }

  /**
   * Bins of equal width on a logarithmic axis.
   *
   * @param edges lower edges of the bins
   * @param counts requests in each
   */
  @SuppressWarnings("ArrayRecordComponent") // XChart takes arrays; nobody compares bins
  record Bins(double[] edges, double[] counts) {
    static Bins of(double[] millis) {
      double least = Arrays.stream(millis).min().orElse(1);
      double greatest = Arrays.stream(millis).max().orElse(1);
      int first = (int) Math.floor(Math.log10(Math.max(least, 0.01)) * BINS_PER_DECADE);
      int last = (int) Math.floor(Math.log10(Math.max(greatest, 0.01)) * BINS_PER_DECADE) + 1;
      double[] edges = new double[last - first + 1];
      double[] counts = new double[edges.length];
      for (int i = 0; i < edges.length; i++) {
        edges[i] = Math.pow(10, (first + i) / BINS_PER_DECADE);
      }
      for (double value : millis) {
        counts[(int) Math.floor(Math.log10(Math.max(value, 0.01)) * BINS_PER_DECADE) - first]++;
      }
      return new Bins(edges, Arrays.stream(counts).map(count -> Math.max(count, NONE)).toArray());
    }
  }
}
