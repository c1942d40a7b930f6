package org.g2cl.loadtest.jonas;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Response time by number of clients, after figure 1 of the paper. */
final class Picture {
  private static final Color BLUE = new Color(0x2b, 0x6c, 0xb0);
  private static final Color GREY = new Color(0x71, 0x80, 0x96);

  private Picture() {}

  static void write(List<JonasReport.Step> steps, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(720)
            .height(380)
            .title("Response time on JOnAS 5.2.3 container classes")
            .xAxisTitle("clients")
            .yAxisTitle("mean response time in ms")
            .build();
    chart
        .getStyler()
        .setChartBackgroundColor(Color.WHITE)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15))
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setPlotBorderVisible(false);
    chart.getStyler().setYAxisMin(0.0).setXAxisDecimalPattern("0").setLocale(Locale.ROOT);
    add(chart, "stock CMI 2.2.6, JGroups 2.12", steps, step -> step.stock().median(), GREY);
    add(chart, "CMI-G2CL, JGroups 4.2", steps, step -> step.ours().median(), BLUE);
    try (OutputStream out = Files.newOutputStream(file)) {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
    }
  }

  private static void add(
      XYChart chart,
      String name,
      List<JonasReport.Step> steps,
      ToDoubleFunction<JonasReport.Step> value,
      Color color) {
    double[] clients = steps.stream().mapToDouble(JonasReport.Step::clients).toArray();
    double[] times = steps.stream().mapToDouble(value).toArray();
    XYSeries series = chart.addSeries(name, clients, times);
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setMarkerColor(color);
    series.setLineColor(color);
    series.setLineStyle(new BasicStroke(2f));
  }
}
