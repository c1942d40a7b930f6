package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JVM of one business node, small and with the class path of the tests. */
final class NodeJvm {
  private NodeJvm() {}

  /** Starts one that runs a class of the tests; what it prints goes into the log. */
  static Process start(Class<?> main, Path folder, Path log, String... arguments)
      throws IOException {
    return builder(main, arguments).directory(folder.toFile()).redirectOutput(log.toFile()).start();
  }

  /** One that is to run a class of the tests, with its errors among what it prints. */
  static ProcessBuilder builder(Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
