package org.g2cl.loadtest.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.g2cl.loadtest.node.ParentWatch;
import org.g2cl.loadtest.node.Starters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./ha web}: one web node in this process. */
@Command(
    name = "web",
    description = {
      "Run one web node: the shop's pages, calling the carts on business nodes.",
      "It prints READY when it serves."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "130:ended by Ctrl-C (143 by SIGTERM)",
      "2:wrong usage",
      "3:the port is taken",
      "4:the node could not start"
    })
final class WebCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "${env:HA_HOST:-127.0.0.1}",
      description = "Address of this machine to listen on (or HA_HOST in the environment).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port of the pages.")
  private int port;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "${env:HA_NAME:-web1}",
      description = "Name of the node and route of its sessions (or HA_NAME).")
  private String name;

  @Option(
      names = "--servers",
      paramLabel = "HOST:PORT",
      split = ",",
      defaultValue = "127.0.0.1:4201",
      description =
          "Business nodes to begin with, with commas between; others are learned from them.")
  private List<String> servers;

  @Option(
      names = "--exit-with-parent",
      hidden = true,
      description = "End when standard input ends.")
  private boolean exitWithParent;

  private final Starters.Web starter;

  WebCommand(Starters.Web starter) {
    this.starter = starter;
  }

  @Override
  public Integer call() throws Exception {
    Checks.port(spec, "--port", port, 1);
    servers.forEach(server -> Checks.address(spec, "--servers", server));
    if (exitWithParent) {
      ParentWatch.start();
    }
    PrintWriter out = spec.commandLine().getOut();
    try (AutoCloseable node = starter.start(name, host, port, String.join(",", servers))) {
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node, ended), "close"));
      out.printf("READY %s http://%s:%d/shop%n", name, host, port);
      out.flush();
      ended.await();
    }
    return ExitCodes.OK;
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // the JVM ends; its log is the last place to tell
  private static void close(AutoCloseable node, CountDownLatch ended) {
    try {
      node.close();
    } catch (Exception e) {
      e.printStackTrace();
    }
    ended.countDown();
  }
}
