package org.g2cl.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportWriterTest {
  private static final List<String> FIELDS =
      List.of(
          "nodes",
          "clients",
          "requests",
          "failed",
          "lostUpdates",
          "duplicateUpdates",
          "ordersMissing",
          "ordersDuplicated",
          "kills",
          "p50Millis",
          "p95Millis",
          "p99Millis",
          "throughputPerSecond",
          "longestStallMillis",
          "recoveryMillis");

  @TempDir private Path directory;

  @Test
  void shouldWriteTheAgreedFieldsFirst() throws IOException {
    Path file = new ReportWriter(directory).json(SampleReport.of(1234L));

    JsonNode json = new ObjectMapper().readTree(file.toFile());
    List<String> names = new ArrayList<>();
    for (Iterator<String> name = json.fieldNames(); name.hasNext(); ) {
      names.add(name.next());
    }
    assertThat(names).startsWith(FIELDS.toArray(String[]::new));
    assertThat(json.get("lostUpdates").asLong()).isEqualTo(3);
    assertThat(json.get("recoveryMillis").asLong()).isEqualTo(1234);
  }

  @Test
  void shouldWriteNullWhenThereWasNoRecovery() throws IOException {
    Path file = new ReportWriter(directory).json(SampleReport.of(null));

    assertThat(new ObjectMapper().readTree(file.toFile()).get("recoveryMillis").isNull()).isTrue();
  }

  @Test
  void shouldDrawBothPicturesIntoThePage() throws IOException {
    Path file = new ReportWriter(directory).html(SampleReport.of(1234L), SampleReport.timeline());

    String html = Files.readString(file);
    List<String> pictures = pictures(html);
    assertThat(pictures).hasSize(3).allSatisfy(svg -> assertThat(svg).contains("<svg", "<path"));
    assertThat(html)
        .contains("Throughput and response time over the run", "Distribution of response times")
        .contains("3 of 40", "2026-11-20 12:00:00 UTC")
        .contains("<th class=n>whole run</th>", "<td class=n>12,345</td>")
        .contains("prefers-color-scheme: dark")
        .contains("2 &lt; 3")
        .doesNotContain("${");
    assertThat(html.replaceAll("base64,[^\"]*", "")).doesNotContain("http://", "https://");
  }

  @Test
  void shouldTellTheFiguresInATable() {
    assertThat(ReportWriter.table(SampleReport.of(null)))
        .contains(
            "lost updates", "3 of 40, warm-up included", "not seen before the run's end", "1,000");
    assertThat(ReportWriter.table(SampleReport.of(1234L)))
        .contains(
            "on, 1 synchronous backup\n",
            "900 ms from one answer to the next",
            "1,234 ms after the kill (a second with 90 % of the mean before it)");
    assertThat(ReportWriter.table(SampleReport.of(0L)))
        .contains("never below it for a second after");
  }

  private static List<String> pictures(String html) {
    List<String> pictures = new ArrayList<>();
    Matcher matcher = Pattern.compile("base64,([^\"]+)").matcher(html);
    while (matcher.find()) {
      byte[] svg = Base64.getDecoder().decode(matcher.group(1));
      pictures.add(new String(svg, StandardCharsets.UTF_8));
    }
    return pictures;
  }
}
