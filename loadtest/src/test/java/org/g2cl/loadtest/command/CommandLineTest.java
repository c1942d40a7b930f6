package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.Ports;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.RunningNode;
import org.g2cl.loadtest.node.Starters;
import org.g2cl.loadtest.node.StatusServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldPrintTheCommandsWhenNothingIsAsked() {
    assertThat(run()).isZero();
    assertThat(out.toString())
        .contains(
            "demo",
            "chaos",
            "node",
            "web",
            "status",
            "bench",
            "loadtest",
            "test",
            "help",
            "Exit codes:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "chaos", "node", "web", "status", "test"})
  void shouldExplainEachCommandWithItsExitCodes(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: ha " + command).contains("Exit codes:");
    out.getBuffer().setLength(0);
    assertThat(run("help", command)).isZero();
    assertThat(out.toString()).startsWith("Usage: ha " + command);
  }

  @Test
  void shouldShowTheDefaultsOfTheDemo() {
    run("demo", "--help");

    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("--clients=N", "Default: 50", "--duration=SECONDS", "Default: 60", "--out=DIR");
  }

  @ParameterizedTest
  @CsvSource({
    "g2cl.secret-fil, there is no such setting; write -Dg2cl.secret-file",
    "g2cl.secret, give a node --set g2cl.secret=… or G2CL_SECRET in its environment"
  })
  void shouldRefuseANodeWhoseSystemPropertiesWouldBePassedOver(String name, String remedy) {
    System.setProperty(name, "of nobody's business");
    try {
      assertThat(run("node", "--jdbc-url", "jdbc:none")).isEqualTo(ExitCodes.USAGE);
    } finally {
      System.clearProperty(name);
    }
    assertThat(err.toString())
        .contains("the system property '" + name + "'", remedy)
        .doesNotContain("nobody's business");
  }

  @ParameterizedTest
  @CsvSource({
    "demo --nodes 3, Unknown option",
    "demo --clients many, --clients",
    "demo --clients 0, --clients 0 is out of range: give a number from 1 to 200",
    "demo --http-port 70000, --http-port 70000 is out of range",
    "demo --replication maybe, --replication",
    "demo --out=, it is empty; name a directory",
    "chaos --out=, it is empty; name a directory",
    "demo --business-nodes 1, --business-nodes 1 is out of range",
    "demo --backups 9, --backups 9 needs more than the 6 --business-nodes",
    "chaos --faults flood, there are kill",
    "chaos --nodes 2, --nodes 2 is out of range",
    "chaos --upgrade-from=, it is empty; name a directory",
    "chaos --faults upgrade, --faults upgrade needs another build: name its checkout with"
        + " --upgrade-from",
    "chaos --upgrade-from there --faults kill, --upgrade-from there would count for nothing: add"
        + " upgrade to --faults",
    "demo --compare --replication off, --compare runs without replication and with it",
    "node --port 4201, Missing required option: '--jdbc-url=URL'",
    "node --prot 4201, Unknown option",
    "node --set g2cl.partiton=strict, --set g2cl.partiton=…: there is no such setting; write --set"
        + " g2cl.partition=….",
    "node --jdbc-url x --port 0, --port 0 is out of range",
    "node --jdbc-url x --peers 7801, --peers 7801 is no address: write host:port",
    "node --jdbc-url x --peers h:70000, --peers h:70000 is no address",
    "node --jdbc-url x --set g2cl.backups=2, --set g2cl.backups=2 would count for nothing",
    "node --jdbc-url x --set g2cl.status-address=0.0.0.0, --set g2cl.status-address=0.0.0.0 would"
        + " count for nothing",
    "node --jdbc-url x --set g2cl.status-address=0.0.0.0, give --host in its place",
    "chaos --set g2cl.backups=2, give --backups in its place",
    "loadtest soak --set g2cl.group=x, give --group in its place",
    "chaos --set g2cl.bakups=2, --set g2cl.bakups=…: there is no such setting; write --backups."
        + " There are g2cl.engine",
    "chaos --set g2cl.mode=fast, it must be synchronous",
    "chaos --set g2cl.call-timeout=5, g2cl.call-timeout is '5'; it must be an ISO-8601 duration",
    "chaos --set g2cl.minimum-copies=2, it must be at most g2cl.backups",
    "chaos --set g2cl.engine=corba, engine 'corba' is not on the class path; found",
    "chaos --set g2cl.chain=zip, there is no decorator 'zip'",
    "node --jdbc-url x --set g2cl.mod=all, --set g2cl.mod=…: there is no such setting; write --set"
        + " g2cl.mode=….",
    "node --jdbc-url x --set g2cl.secrt=of-nobodys-business, --set g2cl.secrt=…: there is no such"
        + " setting; write --set g2cl.secret=….",
    "loadtest soak --set partition=strict, --set partition=…: there is no such setting; write --set"
        + " g2cl.partition=….",
    "loadtest failover --set g2cl.mode=no, g2cl.mode is 'no'",
    "node --jdbc-url jdbc:h2:mem:x;PASSWORD=p, --jdbc-url 'jdbc:h2:mem:x;PASSWORD=***' is no URL of"
        + " a PostgreSQL",
    "demo --jdbc-url jdbc:h2:./f, write jdbc:postgresql://HOST:PORT/DATABASE; without one an"
        + " embedded PostgreSQL is started",
    "chaos --jdbc-url jdbc:h2:mem:x, --jdbc-url 'jdbc:h2:mem:x' is no URL of a PostgreSQL",
    "loadtest paper --jdbc-url jdbc:h2:mem:x, --jdbc-url 'jdbc:h2:mem:x' is no URL of a PostgreSQL",
    "loadtest scale --jdbc-url nonsense, --jdbc-url 'nonsense' is no URL of a PostgreSQL",
    "web --servers here, --servers here is no address",
    "status 0, STATUS-PORT 0 is out of range",
    "status 4301 here, STATUS-PORT here is no address: write host:port",
    "status h:70000, STATUS-PORT h:70000 is no address: write host:port",
    "status a_b:4301, STATUS-PORT a_b:4301 is no address: write host:port",
    "test, type ./ha test",
    "bench, type ./ha bench",
    "loadtest paper --systems corba, --systems corba: there is no such system; there are none",
    "loadtest paper --quick --full, mutually exclusive",
    "loadtest failover --kinds flood, --kinds flood: there is no such failure; there are kill",
    "'loadtest failover --kinds kill,partition', --kinds partition needs a network that can be cut:"
        + " give --where namespaces",
    "loadtest failover --where node1, nodes on remote hosts need a database that they can reach:"
        + " name it with --jdbc-url",
    "loadtest scale --where node1, nodes on remote hosts need a database",
    "demo --where node1, nodes on remote hosts need a database",
    "loadtest soak --where namespaces --jdbc-url jdbc:postgresql://127.0.0.1/shop?password=hidden,"
        + " --jdbc-url jdbc:postgresql://127.0.0.1/shop?password=***: nodes in network namespaces"
        + " reach nothing outside of them",
    "demo --where=namespaces --jdbc-url=jdbc:postgresql://db/shop, leave it out to have an embedded"
        + " PostgreSQL started there",
    "loadtest scale --where namespaces --jdbc-url jdbc:postgresql://db/shop, or give --where"
        + " loopback",
    "'loadtest paper --where namespaces --systems none,spread', '--systems none,spread: nodes in"
        + " network namespaces reach no Spread daemon'",
    "loadtest paper --where namespaces --spread-daemons 127.0.0.1:4803, --spread-daemons"
        + " 127.0.0.1:4803: nodes in network namespaces reach no Spread daemon",
    "demo --nice 20, --nice 20 is out of range: give a number from 0 to 19",
    "loadtest soak --processors 2000, --processors 2000 is out of range",
    "loadtest scale --nice 40, --nice 40 is out of range",
    "loadtest failover --backups 6, --backups 6 is out of range: give a number from 0 to 5",
    "loadtest soak --share 101, --share 101 is out of range: give a number from 1 to 100",
    "loadtest scale --callers 0, --callers 0 is out of range: give a number from 1 to 200",
    "loadtest paper --clients 0, --clients 0 is out of range: give a number from 1 to 200",
    "dance, dance"
  })
  void shouldSayWhatIsWrongWithTheUsage(String arguments, String sentence) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains(sentence, "--help").doesNotContain("\tat ");
    assertThat(err.toString().lines()).as("seen at a glance").hasSizeLessThan(5);
  }

  @Test
  void shouldNameTheVariableWhoseDatabaseIsOutOfReach() {
    int code =
        Environment.with(
                line(StandIns.starters()),
                "--jdbc-url",
                "jdbc:postgresql://127.0.0.1/shop?password=hidden")
            .execute("loadtest", "failover", "--where=namespaces");

    assertThat(code).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString())
        .contains(
            "HA_JDBC_URL of the environment, jdbc:postgresql://127.0.0.1/shop?password=***: nodes",
            "unset it to have an embedded PostgreSQL started there, or give --where loopback");
  }

  @Test
  void shouldNameTheVariableThatAUrlCameBy() {
    CommandLine demo =
        line(StandIns.starters()).parseArgs("demo").subcommand().commandSpec().commandLine();

    assertThatThrownBy(() -> Checks.database(demo.getCommandSpec(), "jdbc:h2:mem:x", "unset it"))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageStartingWith("HA_JDBC_URL 'jdbc:h2:mem:x' is no URL of a PostgreSQL");
  }

  @ParameterizedTest
  @ValueSource(strings = {",", "", "kill,,pause"})
  void shouldRefuseAnEmptyEntryOfAListInPlaceOfDoingAll(String kinds) {
    assertThat(run("chaos", "--faults", kinds)).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString())
        .contains("--faults '" + kinds + "' has an empty entry", "kill, coordinator, pause");
  }

  @Test
  void shouldSayThatAFolderHasNoBuildToUpgradeFrom() {
    assertThat(run("chaos", "--upgrade-from", directory.toString()))
        .isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString())
        .contains("ha chaos: --upgrade-from " + directory + " is no checkout of this project")
        .doesNotContain("\tat ");
    assertThat(out.toString()).as("nothing was started").isEmpty();
  }

  /** Tests have no network of their own, as a machine that lets nobody make namespaces. */
  @Test
  void shouldSayThatWithoutNamespacesNoFaultOfTheNetworkCanBeDone() {
    int code = run("chaos", "--faults=halves,slow", "--out=" + directory);

    assertThat(code).isEqualTo(ExitCodes.USAGE);
    assertThat(out.toString())
        .contains(
            "Without network namespaces (", "all nodes on 127.0.0.1", "no faults of the network");
    assertThat(err.toString())
        .contains("--faults: none of [halves, slow] can be done without network namespaces");
    assertThat(directory).as("nothing was started").isEmptyDirectory();
  }

  @Test
  void shouldTakeSettingsThatDependOnEachOther() {
    int code =
        run(
            "chaos",
            "--set=g2cl.mode=all",
            "--set=g2cl.minimum-copies=2",
            "--set=g2cl.accepted-secrets=0123456789abcdef0123456789abcdef",
            "--set=g2cl.engine=direct",
            "--faults=flood");

    assertThat(code).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains("--faults flood is no kind of fault");
  }

  @Test
  void shouldSuggestTheOptionThatWasMeant() {
    run("demo", "--client", "5");

    assertThat(err.toString()).contains("ha demo: Unknown option", "--clients", "./ha demo --help");
  }

  @Test
  void shouldSayThatNoDemoRuns() {
    assertThat(run("status", "--out", directory.toString())).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString()).contains("no demo runs in " + directory, "./ha demo");
  }

  @Test
  void shouldSayThatNoNodeAnswers() {
    assertThat(run("status", "1")).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString())
        .contains("no node answers on status port 1:", "is asked by HOST:STATUS-PORT");
    assertThat(out.toString()).as("no table of nothing").isEmpty();
  }

  @Test
  void shouldAskANodeThatListensOnAnotherAddressForItsStatus() throws IOException {
    NodeStatus status =
        new NodeStatus("elsewhere", "", "", false, "", List.of("elsewhere"), 0, 0, 0, 0, 0, 0);
    try (StatusServer server = StatusServer.start("127.0.0.2", 0, new Answering(status))) {
      String port = "" + server.port();

      assertThat(run("status", "127.0.0.2:" + port)).as(err.toString()).isEqualTo(ExitCodes.OK);
      assertThat(out.toString()).contains("elsewhere");
      assertThat(run("status", port)).as("of 127.0.0.1").isEqualTo(ExitCodes.ENVIRONMENT);
      assertThat(run("status", "127.0.0.3:" + port)).isEqualTo(ExitCodes.ENVIRONMENT);
    }
    assertThat(err.toString()).contains(" of 127.0.0.3: is it the status-port");
  }

  @Test
  void shouldEndWithACodeThatTellsWhoHasToAct() {
    assertThat(node(BedException.environment("take another port")))
        .isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString()).contains("ha node: take another port").doesNotContain("\tat ");
    assertThat(node(BedException.bed("it ended"))).isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void shouldSayThatAFileCannotBeWritten() {
    IOException full = new IOException("No space left on device");

    assertThat(node(new UncheckedIOException(full))).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString()).contains("No space left on device", "--out").doesNotContain("\tat ");
  }

  @Test
  void shouldShowWhereAnUnexpectedFailureCameFrom() {
    assertThat(node(new IllegalStateException("oops"))).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString()).contains("oops", "\tat ");
  }

  @Test
  void shouldRefuseATakenStatusPortBeforeTheNodeJoins() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "" + taken.getLocalPort();
      assertThat(run("node", "--jdbc-url", "jdbc:postgresql:x", "--status-port", port))
          .isEqualTo(ExitCodes.ENVIRONMENT);
      assertThat(err.toString())
          .contains("--status-port " + port + " is taken by another process")
          .doesNotContain("\tat ");
    }
    assertThat(out.toString()).as("it has not joined").isEmpty();
  }

  /** Of nobody, by RFC 5737. */
  @ParameterizedTest
  @CsvSource({
    "node --jdbc-url jdbc:postgresql:x --host 203.0.113.1, --host 203.0.113.1: nothing can be bound to that"
        + " address",
    "node --jdbc-url jdbc:postgresql:x --host 203.0.113.1 --status-port 4301, must be one of this machine:"
        + " it has",
    "web --host 203.0.113.1, --host 203.0.113.1: nothing can be bound to that address",
    "node --jdbc-url jdbc:postgresql:x --host no-host.invalid, no address is known for that name",
    "web --host no-host.invalid, --host no-host.invalid: no address is known for that name"
  })
  void shouldSayThatTheHostIsNoAddressOfThisMachineAndBlameNoPort(String line, String sentence) {
    assertThat(run(line.split(" ", -1))).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString())
        .contains(sentence, "127.0.0.1")
        .doesNotContain("\tat ", "-port", "taken", "0.0.0.0");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "chaos",
        "node",
        "web",
        "status",
        "loadtest paper",
        "loadtest failover",
        "loadtest scale",
        "loadtest soak",
        "loadtest jonas"
      })
  void shouldShowNoEmptyDefaults(String command) {
    run((command + " --help").split(" ", -1));
    assertThat(out.toString())
        .contains("Usage: ha " + command)
        .doesNotContainPattern("(?m)Default: *(\\[]|\\{}|null)? *$");
  }

  @Test
  void shouldSayThatNoPeerAnswersAndLeaveTheGroup() throws IOException {
    String groupPort = freePort();
    String peer = "127.0.0.1:" + freePort();

    int code =
        line(RealNodes.starters())
            .execute(
                "node",
                "--port=" + freePort(),
                "--group=lonely",
                "--group-port=" + groupPort,
                "--peers=" + peer,
                "--join-timeout=1",
                "--jdbc-url=jdbc:postgresql://127.0.0.1:1/shop");

    assertThat(code).as(err.toString()).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(err.toString())
        .contains(
            "none of the peers " + peer + " answers in group 'lonely' within 1 s",
            "--group-port",
            "--join-timeout",
            "leave --peers out to begin a new group")
        .doesNotContain("\tat ");
    assertThat(out.toString()).as("not READY").isEmpty();
    new ServerSocket(Integer.parseInt(groupPort), 1, InetAddress.getLoopbackAddress()).close();
  }

  private record Answering(NodeStatus status) implements RunningNode {
    @Override
    public void close() {
      // it is nothing but what it says of itself
    }
  }

  private static String freePort() {
    try (Ports ports = Ports.free()) {
      return "" + ports.take();
    }
  }

  private int node(RuntimeException failure) {
    Starters failing =
        new Starters(
            settings -> {
              throw failure;
            },
            (name, host, port, servers) -> () -> {});
    return line(failing).execute("node", "--jdbc-url", "jdbc:postgresql:x");
  }

  private int run(String... arguments) {
    return line(StandIns.starters()).execute(arguments);
  }

  private CommandLine line(Starters starters) {
    return Main.commandLine(starters, StandIns.class)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
  }
}
