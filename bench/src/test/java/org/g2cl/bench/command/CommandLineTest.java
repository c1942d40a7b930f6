package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.g2cl.bench.worker.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

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
        .contains("--quick", "--out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"joiner", "memory"})
  void shouldNotOfferRoundsWhereThereAreNone(String measurement) {
    assertThat(run(measurement, "--help")).isZero();
    assertThat(out.toString()).contains("--quick").doesNotContain("--rounds");
    assertThat(run(measurement, "--rounds=5")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delivery", "overhead", "layers", "dispatcher", "ring", "sessions", "call", "all"})
  void shouldOfferRoundsElsewhere(String measurement) {
    assertThat(run(measurement, "--help")).isZero();
    assertThat(out.toString()).contains("--rounds");
  }

  @Test
  void shouldPassRoundsOnOnlyWhereThereAreSome() {
    CommandLine line = Main.commandLine(jvms -> Workers.threads());
    line.parseArgs("all", "--rounds=5", "--quick");
    Map<String, CommandLine> commands = line.getSubcommands();
    AllCommand all = commands.get("all").getCommand();

    assertThat(all.arguments("ring", commands.get("ring").getCommandSpec()))
        .contains("--rounds=5", "--quick");
    assertThat(all.arguments("memory", commands.get("memory").getCommandSpec()))
        .contains("--quick")
        .doesNotContain("--rounds=5");
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
  @CsvSource(
      delimiterString = " => ",
      value = {
        "delivery --rounds=0 => --rounds 0 is out of range: give a number from 1 to 10000",
        "delivery --members=many => --members",
        "call --system=fast => --system",
        "dispatcher --minutes=700 => --minutes 700 is out of range",
        "memory --nodes=3 => --nodes 3 is out of range",
        "memory --out= => it is empty; name a directory",
        "race => race",
        "delivery --members=0 => --members 0 is out of range: give a number from 1 to 64",
        "delivery --starts=0 => --starts 0 is out of range",
        "delivery --messages=0 => --messages 0 is out of range",
        "delivery --warmups=-1 => --warmups -1 is out of range",
        "delivery --sizes=0 => --sizes 0 is out of range: give a number from 1 to 1000000",
        "delivery --sizes=100000000 => --sizes 100000000 is out of range",
        "delivery --transport=sctp => --transport 'sctp' is not known: give one or more of tcp, udp",
        "delivery --engine=foo => --engine: engine 'foo' is not on the class path; found: [",
        "delivery --engine=jgroups4=nowhere => --engine jgroups4=nowhere: there is no such folder",
        "delivery --engine-setting=jgroups.packng=false => packng",
        "delivery --engine-setting=spread.peers=a => NAME.KEY=VALUE, NAME one of jgroups",
        "delivery --engine-setting=packing=false => --engine-setting packing is of no engine",
        "delivery --without-jgroups => leave nothing to measure",
        "overhead --sizes=0 => --sizes 0 is out of range: give a number from 1 to 1000000",
        "layers --layers=foo => --layers 'foo' is not known: give one or more of socket, jgroups, jgcs",
        "layers --starts=0 => --starts 0 is out of range",
        "dispatcher --connections=0 => --connections 0 is out of range",
        "ring --engine=foo => --engine: engine 'foo' is not on the class path",
        "memory --engine=foo => --engine: engine 'foo' is not on the class path",
        "call --lines=-1 => --lines -1 is out of range"
      })
  void shouldSayWhatIsWrongWithTheUsage(String arguments, String sentence) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(sentence).doesNotContain("\tat ");
  }

  @Test
  void shouldNameTheHelpInPlaceOfPrintingIt() {
    assertThat(run("delivery", "--members=0")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "ha bench delivery: --members 0 is out of range: give a number from 1 to 64",
            "All options: ./ha bench delivery --help");
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... arguments) {
    return Main.commandLine(jvms -> Workers.threads())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
