package org.g2cl.loadtest.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Picture with lines, and error bars where they are known. Not thread-safe. */
public final class LineChart {
  private static final int WIDTH = 920;
  private static final int HEIGHT = 440;
  private static final double AIR = 1.12;

  /** Characters that are wider than the picture in the usual size. */
  private static final int LONG_TITLE = 90;

  private static final List<Color> COLOURS =
      List.of(
          new Color(0x71, 0x80, 0x96),
          new Color(0xc0, 0x56, 0x21),
          new Color(0x2b, 0x6c, 0xb0),
          new Color(0x2f, 0x85, 0x5a),
          new Color(0x80, 0x5a, 0xd5),
          new Color(0xb8, 0x32, 0x80),
          new Color(0x97, 0x5a, 0x16),
          new Color(0x23, 0x4e, 0x52),
          new Color(0xe5, 0x3e, 0x3e),
          new Color(0x38, 0xb2, 0xac),
          new Color(0xd6, 0x9e, 0x2e),
          new Color(0x1a, 0x20, 0x2c));

  /** More names than these are wider than the picture, so they stand below each other. */
  private static final int NAMES_IN_A_ROW = 6;

  private final XYChart chart;
  private final String title;
  private String addition = "";
  private boolean isLogarithmicX;
  private boolean isLogarithmicY;
  private int drawn;
  private double top;
  private double leastY = Double.POSITIVE_INFINITY;
  private double leastX = Double.POSITIVE_INFINITY;
  private double greatestX;

  /** Chart without lines, whose y axis begins at 0. */
  public LineChart(String title, String xTitle, String yTitle) {
    this.title = title;
    chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart
        .getStyler()
        .setChartBackgroundColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
        .setPlotBorderVisible(false);
    chart
        .getStyler()
        .setPlotGridLinesColor(new Color(0xe2, 0xe8, 0xf0))
        .setPlotGridVerticalLinesVisible(false)
        .setErrorBarsColorSeriesColor(true)
        .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
        .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11))
        .setLocale(Locale.ROOT)
        .setYAxisMin(0.0)
        .setXAxisDecimalPattern("#,##0.###")
        .setYAxisDecimalPattern("#,##0.###");
  }

  /** Makes the x axis, of positive values, logarithmic. */
  public LineChart logarithmicX() {
    isLogarithmicX = true;
    return this;
  }

  /** Makes the y axis, of positive values, logarithmic. */
  public LineChart logarithmicY() {
    isLogarithmicY = true;
    return this;
  }

  /** Adds to the title what one must know to read the picture. */
  public LineChart caption(String words) {
    addition += "; " + words;
    return this;
  }

  /** Lets the x axis begin here, so that its labels are round. */
  public LineChart fromX(double least) {
    chart.getStyler().setXAxisMin(least);
    return this;
  }

  /** Adds a line. */
  public LineChart line(String name, List<? extends Number> x, List<? extends Number> y) {
    return line(name, x, y, null);
  }

  /** Adds a line with error bars that reach so far up and down. */
  public LineChart line(
      String name,
      List<? extends Number> x,
      List<? extends Number> y,
      List<? extends Number> reach) {
    XYSeries series = chart.addSeries(name, x, y, reach);
    Color colour = COLOURS.get(drawn++ % COLOURS.size());
    if (drawn > NAMES_IN_A_ROW) {
      chart
          .getStyler()
          .setLegendPosition(LegendPosition.OutsideE)
          .setLegendLayout(LegendLayout.Vertical);
    }
    series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(colour);
    series.setLineColor(colour).setLineStyle(new BasicStroke(1.8f));
    for (int i = 0; i < y.size(); i++) {
      leastX = Math.min(leastX, x.get(i).doubleValue());
      greatestX = Math.max(greatestX, x.get(i).doubleValue());
      leastY = Math.min(leastY, y.get(i).doubleValue());
      top =
          Math.max(top, y.get(i).doubleValue() + (reach == null ? 0 : reach.get(i).doubleValue()));
    }
    if (top > 0) {
      chart.getStyler().setYAxisMax(top * AIR);
    }
    return this;
  }

  /** Adds a thin line without marks, dashed, for a bound or a model. */
  public LineChart dashed(String name, List<? extends Number> x, List<? extends Number> y) {
    line(name, x, y, null);
    XYSeries series = chart.getSeriesMap().get(name);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineStyle(
        new BasicStroke(
            1.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 5}, 0));
    return this;
  }

  /** Adds a line of many points, without marks. */
  public LineChart plain(String name, List<? extends Number> x, List<? extends Number> y) {
    line(name, x, y, null);
    chart.getSeriesMap().get(name).setMarker(SeriesMarkers.NONE);
    return this;
  }

  /** What the picture shows, with its {@link #caption}. */
  public String title() {
    return title + addition;
  }

  private void prepare() {
    chart.setTitle(title());
    int size = title().length() > LONG_TITLE ? 12 : 15;
    chart.getStyler().setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, size));
    if (isLogarithmicX && leastX > 0 && leastX <= greatestX) { // else it has no line
      LogarithmicScale scale = LogarithmicScale.around(leastX, greatestX);
      chart
          .getStyler()
          .setXAxisLogarithmic(true)
          .setXAxisLogarithmicDecadeOnly(scale.decades())
          .setXAxisMin(scale.least())
          .setXAxisMax(scale.greatest());
    }
    if (isLogarithmicY && leastY > 0 && leastY <= top) {
      LogarithmicScale scale = LogarithmicScale.around(leastY, top);
      chart
          .getStyler()
          .setYAxisLogarithmic(true)
          .setYAxisLogarithmicDecadeOnly(scale.decades())
          .setYAxisMin(scale.least())
          .setYAxisMax(scale.greatest());
    }
  }

  /**
   * The picture as SVG.
   *
   * @throws IllegalStateException when this machine's Java cannot draw; it says how to mend it
   */
  public byte[] svg() {
    prepare();
    return drawn(
        out -> VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG));
  }

  /**
   * The picture as PNG.
   *
   * @throws IllegalStateException when this machine's Java cannot draw; it says how to mend it
   */
  public byte[] png() {
    prepare();
    return drawn(out -> BitmapEncoder.saveBitmap(chart, out, BitmapFormat.PNG));
  }

  /** Draws into a stream. */
  private interface Drawing {
    void to(ByteArrayOutputStream out) throws IOException;
  }

  private static byte[] drawn(Drawing drawing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      drawing.to(out);
      return out.toByteArray();
    } catch (IOException | LinkageError | InternalError | NullPointerException e) {
      // a Java without fonts fails in its font manager with any of the latter
      throw new IllegalStateException(
          "the picture could not be drawn ("
              + e
              + "): this Java finds no fonts; install them: apt-get install fontconfig fonts-dejavu-core",
          e);
    }
  }
}
