package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Network namespace of one node.
 *
 * @param node name of the node
 * @param number 1 for the first
 * @param address address of its end of the cable
 * @param cable name of the bridge's end of the cable
 * @param holder process that holds it open
 * @param nextPort port that is taken next; nobody else is here
 */
record NamespaceHost(
    String node, int number, String address, String cable, Process holder, AtomicInteger nextPort)
    implements Host {
  private static final int FIRST_PORT = 4201;

  NamespaceHost(String node, int number, String address, String cable, Process holder) {
    this(node, number, address, cable, holder, new AtomicInteger(FIRST_PORT));
  }

  /** A command that runs in this namespace. */
  List<String> inside(String... command) {
    return Stream.concat(
            Stream.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--"),
            Stream.of(command))
        .toList();
  }

  @Override
  public int takePort() {
    return nextPort.getAndIncrement();
  }

  @Override
  public void release(int port) {
    // nobody else could have taken it
  }

  @Override
  public ManagedProcess startJava(
      String name,
      List<String> java,
      ProcessorShare share,
      Map<String, String> environment,
      Path log) {
    List<String> command = new ArrayList<>(inside());
    command.addAll(JavaCommand.of(java, share));
    return ManagedProcess.start(name, command, JavaCommand.environment(environment), log);
  }

  void close() {
    holder.destroyForcibly();
  }
}
