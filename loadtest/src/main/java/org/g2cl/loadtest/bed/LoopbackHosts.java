package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Every node on 127.0.0.1 with ports of its own. */
record LoopbackHosts(Ports ports) implements Hosts, Host {
  private static final String ADDRESS = "127.0.0.1";

  @Override
  public Host of(String node) {
    return this;
  }

  @Override
  public String bedAddress() {
    return ADDRESS;
  }

  @Override
  public boolean isExposed() {
    return false;
  }

  @Override
  public String address() {
    return ADDRESS;
  }

  @Override
  public int takePort() {
    return ports.take();
  }

  @Override
  public void release(int port) {
    ports.release(port);
  }

  @Override
  public ManagedProcess startJava(
      String name,
      List<String> java,
      ProcessorShare share,
      Map<String, String> environment,
      Path log) {
    return ManagedProcess.start(
        name, JavaCommand.of(java, share), JavaCommand.environment(environment), log);
  }

  @Override
  public void close() {
    // the ports are the bed's
  }
}
