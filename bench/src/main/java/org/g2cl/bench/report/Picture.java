package org.g2cl.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Line chart with error bars, written as SVG. */
public final class Picture {
  private static final int WIDTH = 920;
  private static final int HEIGHT = 420;
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x2b, 0x6c, 0xb0),
          new Color(0xc0, 0x56, 0x21),
          new Color(0x2f, 0x85, 0x5a),
          new Color(0x80, 0x5a, 0xd5),
          new Color(0x71, 0x80, 0x96),
          new Color(0xb8, 0x32, 0x80),
          new Color(0x97, 0x5a, 0x16),
          new Color(0x23, 0x4e, 0x52));

  private final XYChart chart;
  private int drawn;

  /** Chart without lines. */
  public Picture(String title, String xTitle, String yTitle) {
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
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15))
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setPlotBorderVisible(false);
    chart
        .getStyler()
        .setPlotGridLinesColor(new Color(0xe2, 0xe8, 0xf0))
        .setErrorBarsColorSeriesColor(true)
        .setLocale(Locale.ROOT)
        .setYAxisMin(0.0)
        .setXAxisDecimalPattern("#,##0.###")
        .setYAxisDecimalPattern("#,##0.###");
  }

  /** Makes the x axis logarithmic. */
  public Picture logarithmicX() {
    chart.getStyler().setXAxisLogarithmic(true).setXAxisLogarithmicDecadeOnly(true);
    return this;
  }

  /** Makes the y axis logarithmic. */
  public Picture logarithmicY() {
    chart.getStyler().setYAxisMin(null);
    chart.getStyler().setYAxisLogarithmic(true).setYAxisLogarithmicDecadeOnly(true);
    return this;
  }

  /** Adds a line. */
  public Picture line(String name, List<? extends Number> x, List<? extends Number> y) {
    return line(name, x, y, null);
  }

  /** Adds a line with error bars that reach so far up and down. */
  public Picture line(
      String name,
      List<? extends Number> x,
      List<? extends Number> y,
      List<? extends Number> reach) {
    XYSeries series = chart.addSeries(name, x, y, reach);
    Color colour = COLOURS.get(drawn++ % COLOURS.size());
    series.setMarkerColor(colour);
    series.setLineColor(colour).setLineStyle(new BasicStroke(1.8f));
    return this;
  }

  /**
   * The chart as SVG.
   *
   * @throws IllegalStateException when this machine's Java cannot draw; it says how to mend it
   */
  public String svg() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
      return out.toString(StandardCharsets.UTF_8);
    } catch (IOException | LinkageError | InternalError | NullPointerException e) {
      // a Java without fonts fails in its font manager with any of the latter
      throw new IllegalStateException(
          "the picture could not be drawn ("
              + e
              + "); if this Java finds no fonts: apt-get install fontconfig fonts-dejavu-core",
          e);
    }
  }
}
