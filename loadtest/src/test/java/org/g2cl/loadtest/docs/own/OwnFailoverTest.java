package org.g2cl.loadtest.docs.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As a reader of docs/howto/test-failover.md writes it. */
@SuppressWarnings("BanJNDI") // names and servers are the test's own
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OwnFailoverTest {
  private final List<Process> servers = new ArrayList<>();

  @Test
  void shouldGoOnWithTheCounterWhenItsServerIsKilled() throws Exception {
    int[] ports = {freePort(), freePort()};
    int[] groupPorts = {freePort(), freePort()};
    Process owner = server(ports[0], groupPorts[0], groupPorts[1]);
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, "127.0.0.1:" + ports[0] + ",127.0.0.1:" + ports[1]);
    Counter counter = (Counter) new InitialContext(environment).lookup("CounterBeanRemote");
    assertThat(counter.add(1)).isEqualTo(1); // made where it is alone, so this server owns it

    server(ports[1], groupPorts[1], groupPorts[0]);
    assertThat(counter.add(2)).isEqualTo(3); // the other has a copy when this returns
    owner.destroyForcibly().waitFor();

    assertThat(counter.add(3)).isEqualTo(6); // answered by the other, once
  }

  private Process server(int port, int groupPort, int otherGroupPort) throws IOException {
    Process server =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                OwnServer.class.getName(),
                "" + port,
                "" + groupPort,
                "" + otherGroupPort)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    servers.add(server);
    BufferedReader output = server.inputReader();
    for (String line = output.readLine(); !"READY".equals(line); line = output.readLine()) {
      assertThat(line).as("the server has ended before it was ready").isNotNull();
    }
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @AfterEach
  void killServers() {
    servers.forEach(Process::destroyForcibly);
  }
}
