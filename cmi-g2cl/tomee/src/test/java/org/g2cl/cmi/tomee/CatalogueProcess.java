package org.g2cl.cmi.tomee;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.shop.CatalogueBean;
import org.g2cl.jgcs.tck.FreePorts;

/** Business node with the catalogue in a JVM of its own, which can be cut off from its group. */
final class CatalogueProcess implements AutoCloseable {
  private static final String READY = "READY";

  /** Of a line of its log. */
  private static final String MINORITY = "are not the majority of the group";

  private final Process process;
  private final Path log;
  private final int port;

  private CatalogueProcess(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /** Runs in the process: location's port, group's port, peers, stack. */
  public static void main(String[] arguments) throws Exception {
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + arguments[0])
            .set(HaSetting.BIND_PORT, arguments[1])
            .set(HaSetting.PEERS, arguments[2])
            .set(HaSetting.STACK, arguments[3])
            .set(HaSetting.JOIN_TIMEOUT, Duration.ofSeconds(30))
            .build();
    EmbeddedBusinessNode node =
        EmbeddedBusinessNode.builder().classes(CatalogueBean.class).ha(settings).start();
    System.out.println(READY);
    var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String member = orders.readLine(); member != null; member = orders.readLine()) {
      CutOff.of(member);
    }
    node.close();
    System.exit(0);
  }

  static CatalogueProcess start(Path folder, int groupPort, String peers, Path stack)
      throws IOException {
    int port = FreePorts.next();
    Path log = folder.resolve("node-" + port + ".log");
    Process process =
        NodeJvm.start(
            CatalogueProcess.class,
            folder,
            log,
            Integer.toString(port),
            Integer.toString(groupPort),
            peers,
            stack.toString());
    var node = new CatalogueProcess(process, log, port);
    node.await(READY, Duration.ofMinutes(2));
    return node;
  }

  URI location() {
    return URI.create("ejbd://" + member());
  }

  String member() {
    return "127.0.0.1:" + port;
  }

  boolean isProcess(long id) {
    return process.pid() == id;
  }

  /** Tells it that this member is cut off from the others; empty for none. */
  void cutOff(String member) throws IOException {
    process.getOutputStream().write((member + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  /** Waits until it knows that it is in a minority. */
  void awaitMinority() {
    await(MINORITY, Duration.ofSeconds(60));
  }

  private void await(String line, Duration longest) {
    Awaitility.await("node on port " + port + " says " + line + "; log " + log)
        .atMost(longest)
        .failFast(() -> !process.isAlive())
        .until(() -> Files.readString(log).contains(line));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
