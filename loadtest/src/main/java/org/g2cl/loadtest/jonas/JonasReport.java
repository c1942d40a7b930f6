package org.g2cl.loadtest.jonas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;

/**
 * What was measured: response times by number of clients, with their ratio, and what became of
 * calls and carts.
 *
 * <p>Immutable.
 */
public final class JonasReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String STOCK = "STOCK";
  private static final String OURS = "G2CL";
  private static final String SERVER_CPU = "serverCpuMicros";

  private final JsonNode measured;
  private final List<Step> steps;

  /**
   * Response times at one number of clients.
   *
   * @param stock mean response times of the rounds, in milliseconds
   * @param ours likewise
   * @param ratio ours over stock, round by round
   * @param failed calls of ours that failed
   * @param stockCpu median of the servers' processor time per call, in microseconds; NaN when it
   *     was not measured
   * @param oursCpu likewise
   */
  record Step(
      int clients,
      Sample stock,
      Sample ours,
      Ratio ratio,
      long failed,
      double stockCpu,
      double oursCpu) {}

  private JonasReport(JsonNode measured) {
    this.measured = measured;
    this.steps = new ArrayList<>();
    measured.path("load").forEach(step -> steps.add(step(step)));
  }

  private static Step step(JsonNode step) {
    Sample stock = means(step.path(STOCK));
    Sample ours = means(step.path(OURS));
    return new Step(
        step.path("clients").asInt(),
        stock,
        ours,
        Ratio.paired(ours, stock),
        failed(step),
        values(step.path(STOCK), SERVER_CPU).median(),
        values(step.path(OURS), SERVER_CPU).median());
  }

  /** Reads what the comparison has written. */
  public static JonasReport read(Path file) throws IOException {
    return new JonasReport(JSON.readTree(file.toFile()));
  }

  private static Sample means(JsonNode rounds) {
    return Sample.of(
        Arrays.stream(values(rounds, "meanMicros").values()).map(micros -> micros / 1e3).toArray());
  }

  private static Sample values(JsonNode rounds, String figure) {
    Collection<Double> values = new ArrayList<>();
    rounds.forEach(round -> values.add(round.path(figure).asDouble(Double.NaN)));
    return Sample.of(values);
  }

  private static long failed(JsonNode step) {
    long failed = 0;
    for (JsonNode round : step.path(OURS)) {
      failed += round.path("failed").asLong();
    }
    return failed;
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** Whether nothing of ours was lost, doubled or failed. */
  public boolean isOursHarmless() {
    return steps.stream().allMatch(step -> step.failed() == 0)
        && behaviours(OURS).entrySet().stream().allMatch(JonasReport::isHarmless);
  }

  private static boolean isHarmless(Map.Entry<String, String> behaviour) {
    return switch (behaviour.getKey()) {
      case "LATE_JOINER" -> behaviour.getValue().equals("10");
      case "MERGE" -> behaviour.getValue().equals("true");
      default -> behaviour.getValue().equals("ONCE");
    };
  }

  private Map<String, String> behaviours(String kind) {
    Map<String, String> values = new LinkedHashMap<>();
    measured
        .path("behaviours")
        .path(kind)
        .properties()
        .forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
    return values;
  }

  /**
   * Writes {@code jonas.json}, {@code jonas.txt} and the picture.
   *
   * @param machine where it was measured
   * @param versions with what
   */
  public void write(Path directory, Map<String, String> machine, Map<String, String> versions)
      throws IOException {
    ObjectNode all = measured.deepCopy();
    all.set("machine", JSON.valueToTree(machine));
    all.set("versions", JSON.valueToTree(versions));
    var ratios = all.putArray("ratios");
    for (Step step : steps) {
      ratios
          .addObject()
          .put("clients", step.clients())
          .put("ratio", step.ratio().ratio())
          .put("low95", step.ratio().low95())
          .put("high95", step.ratio().high95());
    }
    JSON.writeValue(directory.resolve("jonas.json").toFile(), all);
    Files.writeString(
        directory.resolve("jonas.txt"), table() + "\n" + lines(machine) + lines(versions));
    if (!steps.isEmpty()) {
      Files.write(directory.resolve("response-time.svg"), picture().svg());
    }
  }

  private static String lines(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> value.getKey() + ": " + value.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private LineChart picture() {
    return new LineChart(
            "Response time on JOnAS 5.2.3 container classes", "clients", "mean response time in ms")
        .line("stock CMI 2.2.6, JGroups 2.12", clients(), medians(Step::stock))
        .line("CMI-G2CL, JGroups 4.2", clients(), medians(Step::ours));
  }

  private List<Integer> clients() {
    return steps.stream().map(Step::clients).toList();
  }

  private List<Double> medians(Function<Step, Sample> side) {
    return steps.stream().map(side).map(Sample::median).toList();
  }

  /** The figures as lines of text. */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append("\nMean response time in ms, median of the rounds, and ours over stock (95 %);");
    text.append("\nprocessor time of the servers per call in µs:\n");
    text.append("  clients     stock      ours   ratio                 stock    ours\n");
    for (Step step : steps) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %7d  %8.2f  %8.2f   %.2f (%.2f to %.2f)   %7.0f %7.0f%n",
              step.clients(),
              step.stock().median(),
              step.ours().median(),
              step.ratio().ratio(),
              step.ratio().low95(),
              step.ratio().high95(),
              step.stockCpu(),
              step.oursCpu()));
    }
    text.append(warmUp());
    Map<String, String> stock = behaviours(STOCK);
    if (!stock.isEmpty()) {
      Map<String, String> ours = behaviours(OURS);
      text.append(
          String.format(Locale.ROOT, "%nWhat became of it%23s%-10s%s%n", "", "stock", "ours"));
      stock.forEach(
          (key, value) ->
              text.append(
                  String.format(
                      Locale.ROOT, "  %-37s %-9s %s%n", told(key), value, ours.get(key))));
    }
    return text.toString();
  }

  private String warmUp() {
    JsonNode warmUp = measured.path("warmUp");
    if (warmUp.isMissingNode()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "  warm-up: %.0f s each, %s%n",
        warmUp.path("seconds").asDouble(),
        warmUp.path("settled").asBoolean()
            ? "until response times had settled"
            : "and response times had NOT settled: give a longer --warm-up, or a quiet machine");
  }

  private static String told(String behaviour) {
    return switch (behaviour) {
      case "LATE_JOINER" -> "carts of 10 that a late joiner keeps";
      case "MERGE" -> "objects known again after a merge";
      default -> "server dies " + behaviour.toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }
}
