package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.g2cl.bench.worker.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldListTheMeasurementsWhenNothingIsAsked() {
    assertThat(run()).isZero();
    assertThat(out.toString())
        .contains("delivery", "overhead", "layers", "ring", "sessions", "memory", "call", "all");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delivery",
        "overhead",
        "layers",
        "dispatcher",
        "ring",
        "sessions",
        "memory",
        "call",
        "all"
      })
  void shouldExplainEachMeasurement(String measurement) {
    assertThat(run(measurement, "--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: ha bench " + measurement)
        .contains("--quick", "--rounds", "--out");
  }

  @Test
  void shouldNameTheSystemsOfADelivery() {
    assertThat(run("delivery", "--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "JGroups alone, jGCS on JGroups and G2CL on JGroups",
            "--jgroups4 also JGroups 4.2 alone",
            "--spread also Spread alone",
            "--engine=legacy=JARS");
  }

  @ParameterizedTest
  @CsvSource({
    "delivery --rounds=0, --rounds 0 is out of range: give a number from 1 to 10000",
    "delivery --members=many, --members",
    "call --system=fast, --system",
    "dispatcher --minutes=700, --minutes 700 is out of range",
    "memory --nodes=3, --nodes 3 is out of range",
    "memory --out=, it is empty; name a directory",
    "race, race"
  })
  void shouldSayWhatIsWrongWithTheUsage(String arguments, String sentence) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(sentence).doesNotContain("\tat ");
  }

  @Test
  void shouldSayWhichLayerThereIsNot() {
    assertThat(run("layers", "--without-calls", "--layers=smoke", "--quick")).isEqualTo(4);
    assertThat(err.toString()).contains("there is no layer 'smoke'").doesNotContain("\tat ");
  }

  private int run(String... arguments) {
    return Main.commandLine(jvms -> Workers.threads())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
