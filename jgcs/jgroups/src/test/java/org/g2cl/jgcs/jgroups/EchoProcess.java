package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starter of an {@link EchoMember} in a process of its own. */
final class EchoProcess {
  private EchoProcess() {}

  static Process start(String name, int port, String peers, String... more) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-Djava.net.preferIPv4Stack=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp",
            System.getProperty("java.class.path"),
            EchoMember.class.getName(),
            name,
            Integer.toString(port),
            peers);
    builder.command().addAll(List.of(more));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
