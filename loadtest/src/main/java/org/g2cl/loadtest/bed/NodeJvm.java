package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts JVMs of nodes on their hosts. */
final class NodeJvm {
  private static final String LOG_FORMAT =
      "-Djava.util.logging.SimpleFormatter.format=%1$tT.%1$tL %4$-7s %3$s %5$s%6$s%n";

  private final String mainClass;
  private final Path logs;
  private final boolean here;

  NodeJvm(BedSettings settings) {
    this.mainClass = settings.nodeClass();
    this.logs = settings.directory().resolve("logs");
    this.here = settings.where().isThisMachine();
  }

  ManagedProcess start(
      String name,
      Host host,
      NodeShape shape,
      Map<String, String> environment,
      List<String> arguments) {
    List<String> java = new ArrayList<>(options(shape));
    if (here) {
      java.add("-Djava.io.tmpdir=" + temporary());
    }
    java.add(mainClass);
    java.addAll(arguments);
    return host.startJava(name, java, shape.share(), environment, logs.resolve(name + ".log"));
  }

  /** Inside the bed's directory, so that a node that is killed leaves nothing elsewhere. */
  private Path temporary() {
    try {
      return Files.createDirectories(logs.resolveSibling("tmp"));
    } catch (IOException e) {
      throw BedException.environment(
          "the directory " + logs.getParent() + " cannot be written (" + e + ")", e);
    }
  }

  private static List<String> options(NodeShape shape) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-Xms" + shape.heap() / 2 + "m",
                "-Xmx" + shape.heap() + "m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xshare:auto",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.awt.headless=true",
                "-Djava.security.egd=file:/dev/urandom",
                LOG_FORMAT));
    options.addAll(shape.compilers().options());
    if (shape.share().processors() > 0) {
      options.add("-XX:ActiveProcessorCount=" + shape.share().processors());
    }
    options.addAll(shape.jvmOptions());
    return options;
  }
}
