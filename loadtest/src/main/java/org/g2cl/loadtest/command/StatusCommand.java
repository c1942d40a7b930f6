package org.g2cl.loadtest.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./ha status}: what the nodes say of themselves. */
@Command(
    name = "status",
    description = {
      "Ask business nodes for their view of the group, their sessions and the copies that are missing.",
      "Without ports it asks the nodes of the demo that runs."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all nodes answered",
      "2:wrong usage",
      "3:no demo runs, or a node does not answer"
    })
final class StatusCommand implements Callable<Integer> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final Duration AGAIN = Duration.ofSeconds(2);

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "STATUS-PORT",
      arity = "0..*",
      description = "Status ports of nodes, as they print them.")
  private List<Integer> ports = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.out:-target/demo}",
      description = "Directory of the demo.")
  private Path directory;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--watch", description = "Print again every 2 s until Ctrl-C.")
  private boolean watch;

  private final StatusClient client = new StatusClient();

  @Override
  public Integer call() throws InterruptedException, JsonProcessingException {
    ports.forEach(port -> Checks.port(spec, "STATUS-PORT", port, 1));
    int code = print();
    while (watch) {
      Thread.sleep(AGAIN.toMillis());
      code = print();
    }
    return code;
  }

  private int print() throws JsonProcessingException {
    List<Integer> asked = ports.isEmpty() ? portsOfDemo() : ports;
    List<Optional<NodeStatus>> answers = asked.stream().map(client::ask).toList();
    List<NodeStatus> nodes = answers.stream().flatMap(Optional::stream).toList();
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? JSON.writeValueAsString(nodes) : StatusTable.of(nodes));
    out.flush();
    boolean silent = false;
    for (int i = 0; i < asked.size(); i++) {
      if (answers.get(i).isEmpty()) {
        silent = true;
        spec.commandLine()
            .getErr()
            .println(
                "no node answers on status port "
                    + asked.get(i)
                    + ": is it the status-port that the node printed with READY, and does it run?");
      }
    }
    return silent ? ExitCodes.ENVIRONMENT : ExitCodes.OK;
  }

  private List<Integer> portsOfDemo() {
    return BedState.read(BedState.file(directory))
        .filter(BedState::isRunning)
        .map(state -> state.business().stream().map(BedState.BusinessEntry::statusPort).toList())
        .orElseThrow(
            () ->
                BedException.environment(
                    "no demo runs in "
                        + directory
                        + ": start one with ./ha demo, name its directory with --out, or name the status"
                        + " ports of your nodes"));
  }
}
