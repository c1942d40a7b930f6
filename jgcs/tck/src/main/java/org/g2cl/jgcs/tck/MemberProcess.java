package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;

/**
 * Member of a group in a process of its own, which can be killed, paused and told to leave.
 *
 * <p>It is found by its engine's name on the class path of the test.
 */
public final class MemberProcess implements Outcast, AutoCloseable {
  private final Process process;
  private Standstill standstill;

  private MemberProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a process that joins a group; it may still be starting on return.
   *
   * @param settings of the engine, with the keys of {@link net.sf.jgcs.spi.ProtocolProvider}
   */
  public static MemberProcess start(String engine, String group, Map<String, String> settings)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.net.preferIPv4Stack=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp",
            System.getProperty("java.class.path"),
            MemberProcess.class.getName(),
            engine,
            group);
    settings.forEach((key, value) -> builder.command().add(key + "=" + value));
    return new MemberProcess(
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Joins until the input ends, then leaves. Arguments: engine, group, key=value for settings. */
  public static void main(String[] arguments) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 2; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      settings.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    try (Protocol protocol = Protocols.factory(arguments[0], settings).createProtocol()) {
      ControlSession control =
          protocol.openControlSession(Protocols.provider(arguments[0]).group(arguments[1]));
      control.join();
      System.in.readAllBytes();
    }
  }

  /** Ends the process without a good-bye. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Lets the member leave; does not wait for it. */
  public void leave() throws IOException {
    process.getOutputStream().close();
  }

  /** Stops the process where it is, its connections open. */
  @Override
  public void cutOff() throws IOException {
    if (standstill == null) {
      standstill = Standstill.of(process);
    }
  }

  /** Lets the process go on. */
  @Override
  public void letBack() throws IOException {
    if (standstill != null) {
      standstill.end();
      standstill = null;
    }
  }

  @Override
  public void close() {
    kill();
  }
}
