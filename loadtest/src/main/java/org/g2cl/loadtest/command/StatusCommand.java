package org.g2cl.loadtest.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedState;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.StatusClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./ha status}: what the nodes say of themselves. */
@Command(
    name = "status",
    description = {
      "Ask business nodes for their view of the group, their sessions and the copies that are missing.",
      "Without ports it asks the nodes of the demo that runs. A node that was started with --host is"
          + " asked by HOST:STATUS-PORT."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all nodes answered; with --watch, at least one did in the end",
      "2:wrong usage",
      "3:no demo runs, or a node does not answer"
    })
final class StatusCommand implements Callable<Integer> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final ObjectMapper LINES = new ObjectMapper();
  private static final String PORTS = "[HOST:]STATUS-PORT";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = PORTS,
      arity = "0..*",
      description =
          "Status ports of nodes, as they print them; those of 127.0.0.1 where no host is given.")
  private List<String> ports = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.out:-target/demo}",
      description = "Directory of the demo.")
  private Path directory;

  @Option(names = "--json", description = "Print JSON; with --watch one object in a line.")
  private boolean json;

  @Option(
      names = "--watch",
      description =
          "Look again and again until Ctrl-C, redrawn in place on a terminal: with calls and take-overs per second, nodes that are gone and the last events.")
  private boolean watch;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Time between two looks of --watch.")
  private double every;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "0",
      description = "Looks of --watch; 0 for no end.")
  private int times;

  private final StatusClient client = new StatusClient();
  private List<Endpoint> given = List.of();

  @Override
  public Integer call() throws InterruptedException, JsonProcessingException {
    given = ports.stream().map(port -> Checks.endpoint(spec, PORTS, port)).toList();
    Checks.range(spec, "--times", times, 0, Integer.MAX_VALUE);
    if (every < 0.1 || every > 3_600) {
      throw new ParameterException(
          spec.commandLine(),
          "--every %s is out of range: give a number from 0.1 to 3600".formatted(every));
    }
    return watch ? watch() : print();
  }

  private int watch() throws InterruptedException, JsonProcessingException {
    StatusWatch nodes = new StatusWatch(client);
    PrintWriter out = spec.commandLine().getOut();
    Screen screen = new Screen(out, !json && Boolean.getBoolean("ha.terminal"));
    int code = ExitCodes.OK;
    for (int look = 1; times == 0 || look <= times; look++) {
      StatusWatch.Look seen = nodes.look(endpoints());
      if (json) {
        out.println(LINES.writeValueAsString(StatusJson.of(seen)));
        out.flush();
      } else {
        screen.show(StatusTable.of(seen));
      }
      code = seen.answering().isEmpty() ? ExitCodes.ENVIRONMENT : ExitCodes.OK;
      if (look != times) {
        Thread.sleep(Math.round(every * 1_000));
      }
    }
    return code;
  }

  private int print() throws JsonProcessingException {
    List<Endpoint> asked = endpoints();
    List<Optional<NodeStatus>> answers =
        asked.stream().map(endpoint -> client.ask(endpoint.host(), endpoint.port())).toList();
    List<NodeStatus> nodes = answers.stream().flatMap(Optional::stream).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JSON.writeValueAsString(nodes));
    } else if (!nodes.isEmpty()) {
      out.println(StatusTable.of(nodes));
      pageOf(asked, answers).ifPresent(page -> out.println("page of the group: " + page));
    }
    out.flush();
    boolean silent = false;
    for (int i = 0; i < asked.size(); i++) {
      if (answers.get(i).isEmpty()) {
        silent = true;
        spec.commandLine().getErr().println(silence(asked.get(i)));
      }
    }
    return silent ? ExitCodes.ENVIRONMENT : ExitCodes.OK;
  }

  private static String silence(Endpoint asked) {
    boolean loopback = asked.host().equals(Endpoint.LOOPBACK);
    return "no node answers on status port "
        + asked.port()
        + (loopback ? "" : " of " + asked.host())
        + ": is it the status-port that the node printed with READY, or the g2cl.status-port of a"
        + " server, and does it run?"
        + (loopback ? " A node with another --host is asked by HOST:STATUS-PORT." : "");
  }

  /** Page of the first node that has one. */
  private static Optional<String> pageOf(List<Endpoint> asked, List<Optional<NodeStatus>> answers) {
    for (int i = 0; i < asked.size(); i++) {
      if (answers.get(i).filter(status -> !status.view().isEmpty()).isPresent()) {
        return Optional.of("http://" + asked.get(i) + "/");
      }
    }
    return Optional.empty();
  }

  private List<Endpoint> endpoints() {
    return given.isEmpty() ? nodesOfDemo() : given;
  }

  private List<Endpoint> nodesOfDemo() {
    return BedState.read(BedState.file(directory))
        .filter(BedState::isRunning)
        .map(
            state ->
                state.business().stream()
                    .map(node -> new Endpoint(node.host(), node.statusPort()))
                    .toList())
        .orElseThrow(
            () ->
                BedException.environment(
                    "no demo runs in "
                        + ShownPath.of(directory)
                        + ": start one with ./ha demo, name its directory with --out, or name the status"
                        + " ports of your nodes"));
  }
}
