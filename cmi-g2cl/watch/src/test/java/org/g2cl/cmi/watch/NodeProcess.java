package org.g2cl.cmi.watch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;

/** A member in a JVM of its own, with carts of its own, that a test can kill. */
final class NodeProcess implements AutoCloseable {
  private final Process process;

  private NodeProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts one; on return it has joined and owns so many carts, called {@code name-0} and so on.
   */
  static NodeProcess start(String group, String name, int number, String peer, int carts)
      throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                NodeProcess.class.getName(),
                group,
                name,
                Integer.toString(number),
                peer,
                Integer.toString(carts))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (!"READY".equals(line)) {
      process.destroyForcibly();
      throw new IOException(name + " did not get ready but said " + line);
    }
    return new NodeProcess(process);
  }

  /** As {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    process.getOutputStream().close();
  }

  /** The member; ends when its standard input does. */
  public static void main(String[] arguments) throws Exception {
    String name = arguments[1];
    HaService service =
        HaService.start(
            Carts.settings("jgroups", arguments[0], name, Integer.parseInt(arguments[2]))
                .set(HaSetting.PEERS, arguments[3])
                .build());
    while (service.status().nodes().size() < 2) {
      LockSupport.parkNanos(20_000_000);
    }
    for (int cart = 0; cart < Integer.parseInt(arguments[4]); cart++) {
      Carts.create(service, name + "-" + cart);
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // nobody writes here; only the end counts
    }
    Runtime.getRuntime().halt(0);
  }
}
