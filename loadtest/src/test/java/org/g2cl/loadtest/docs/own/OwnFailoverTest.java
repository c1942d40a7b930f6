package org.g2cl.loadtest.docs.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.loadtest.bed.Ports;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As a reader of docs/howto/test-failover.md writes it. */
@SuppressWarnings("BanJNDI") // names and servers are the test's own
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OwnFailoverTest {
  private final List<Process> servers = new ArrayList<>();
  private final Set<Integer> given = new HashSet<>();

  @Test
  void shouldGoOnWithTheCounterWhenItsServerIsKilled() throws Exception {
    int[] ports = {freePort(), freePort()};
    int[] groupPorts = {freePort(), freePort()};
    Process owner = server(OwnServer.class, ports[0], groupPorts[0], groupPorts[1]);
    Counter counter = (Counter) client(ports).lookup("CounterBeanRemote");
    assertThat(counter.add(1)).isEqualTo(1); // made where it is alone, so this server owns it

    server(OwnServer.class, ports[1], groupPorts[1], groupPorts[0]);
    assertThat(counter.add(2)).isEqualTo(3); // the other has a copy when this returns
    owner.destroyForcibly().waitFor();

    assertThat(counter.add(3)).isEqualTo(6); // answered by the other, once
  }

  private static Context client(int[] ports) throws NamingException {
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, "127.0.0.1:" + ports[0] + ",127.0.0.1:" + ports[1]);
    return new InitialContext(environment);
  }

  private Process server(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add("" + argument);
    }
    Path log = Files.createTempFile("server", ".log");
    Process server = new ProcessBuilder(command).redirectError(log.toFile()).start();
    servers.add(server);
    BufferedReader output = server.inputReader();
    String line = output.readLine();
    while (line != null && !line.equals("READY")) {
      line = output.readLine();
    }
    assertThat(line)
        .as("the server has ended before it was ready: %s", Files.readString(log))
        .isNotNull();
    Files.delete(log); // it writes on, to no name
    return server;
  }

  @Test
  void shouldHaveEachRowOnceWhenTheServerIsKilled() throws Exception {
    System.setProperty("h2.bindAddress", "127.0.0.1");
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    String url = "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:guests;DB_CLOSE_DELAY=-1";
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE guest (name VARCHAR(100))");
      int[] ports = {freePort(), freePort()};
      int[] groupPorts = {freePort(), freePort()};
      Process owner = server(RowsServer.class, ports[0], groupPorts[0], groupPorts[1], url);
      GuestBook book = (GuestBook) client(ports).lookup("GuestBookBeanRemote");
      for (int guest = 1; guest <= 200; guest++) {
        if (guest == 2) {
          server(RowsServer.class, ports[1], groupPorts[1], groupPorts[0], url);
        }
        if (guest == 100) {
          owner.destroyForcibly(); // and not awaited: it dies while it is called
        }
        assertThat(book.sign("guest " + guest)).isEqualTo(guest);
      }
      assertThat(names(statement)).hasSize(200).doesNotHaveDuplicates();
    } finally {
      database.stop();
    }
  }

  private static List<String> names(Statement statement) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery("SELECT name FROM guest")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private int freePort() {
    try (Ports free = Ports.free()) {
      int port = free.take();
      while (!given.add(port)) {
        port = free.take();
      }
      return port;
    }
  }

  @AfterEach
  void killServers() {
    servers.forEach(Process::destroyForcibly);
  }
}
