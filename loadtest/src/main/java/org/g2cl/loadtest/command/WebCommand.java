package org.g2cl.loadtest.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
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
      "It prints READY when it serves, and a line more when no business node answers yet. A page"
          + " waits for a call as long as the client does (g2cl.client.deadline, 30 s), and then says"
          + " what happened, with HTTP 503."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "130:ended by Ctrl-C (143 by SIGTERM)",
      "2:wrong usage",
      "3:the port is taken, or the address is none of this machine",
      "4:the node could not start"
    })
final class WebCommand implements Callable<Integer> {
  private static final int CONNECT_MILLIS = 1_000;

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
    var unused = OwnAddress.of(host);
    if (exitWithParent) {
      ParentWatch.start();
    }
    PrintWriter out = spec.commandLine().getOut();
    try (AutoCloseable node = starter.start(name, host, port, String.join(",", servers))) {
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node, ended), "close"));
      out.printf("READY %s http://%s:%d/shop%n", name, host, port);
      out.flush();
      if (servers.stream().noneMatch(WebCommand::answers)) {
        out.printf(
            "No business node answers at %s yet: the shop's pages say so until one does (./ha node)%n",
            String.join(", ", servers));
        out.flush();
      }
      ended.await();
    }
    return ExitCodes.OK;
  }

  private static boolean answers(String server) {
    int colon = server.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))),
          CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
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
