package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.client.server.Clock;
import org.g2cl.cmi.client.server.Counter;
import org.g2cl.cmi.client.server.ProxyUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Against embedded OpenEJB servers in JVMs of their own; in order, since one of them dies. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // the API under test
class RealServersTest {
  private static final List<ServerProcess> SERVERS = new ArrayList<>();

  @BeforeAll
  static void startServers() throws IOException {
    for (int i = 0; i < 3; i++) {
      SERVERS.add(ServerProcess.start());
    }
    for (ServerProcess server : SERVERS) {
      server.awaitReady();
    }
  }

  @AfterAll
  static void stopServers() {
    SERVERS.forEach(ServerProcess::close);
  }

  private static Object lookup(String name, ServerProcess... named) throws NamingException {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.put(
        Context.PROVIDER_URL,
        Stream.of(named).map(s -> s.location().toString()).collect(Collectors.joining(",")));
    return new InitialContext(environment).lookup(name);
  }

  @Test
  @Order(1)
  void shouldKeepAStatefulBeanWithItsServerWithoutOurServerPart() throws Exception {
    Counter counter = (Counter) lookup("CounterBeanRemote", SERVERS.get(0), SERVERS.get(1));
    int port = counter.port();
    for (int i = 1; i <= 10; i++) {
      assertThat(counter.increment()).isEqualTo(i);
    }
    assertThat(counter.port()).isEqualTo(port);
  }

  @Test
  @Order(2)
  void shouldServeAProxyInAJvmThatOnlyGotIt(@TempDir Path folder) throws Exception {
    Counter counter = (Counter) lookup("CounterBeanRemote", SERVERS.get(0));
    counter.increment();
    Path file = folder.resolve("proxy");
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(counter);
    }
    Process user =
        ServerProcess.java(
                folder.resolve("log"), List.of(), ProxyUser.class.getName(), file.toString())
            .start();
    String printed = new String(user.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(user.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(printed.lines())
        .as(Files.readString(folder.resolve("log")))
        .containsExactly("2", "3", "1");
  }

  @Test
  @Order(3)
  void shouldUseAServerThatJoins() throws Exception {
    ServerProcess known = SERVERS.get(1);
    ServerProcess joiner = SERVERS.get(2);
    Clock clock = (Clock) lookup("ClockBeanRemote", known);
    assertThat(clock.port()).isEqualTo(known.port());
    for (ServerProcess server : List.of(known, joiner)) {
      server.tellOf(known);
      server.tellOf(joiner);
    }
    Set<Integer> ports = new HashSet<>();
    await().atMost(Duration.ofSeconds(20)).until(() -> port(ports, clock), size -> size == 2);
    assertThat(ports).containsExactlyInAnyOrder(known.port(), joiner.port());
  }

  private static int port(Set<Integer> ports, Clock clock) {
    ports.add(clock.port());
    return ports.size();
  }

  @Test
  @Order(4)
  void shouldContinueOnAnotherServerWithTheSameIdWhenOneDiesInTheCall() throws Exception {
    ServerProcess dying = SERVERS.get(0);
    ServerProcess other = SERVERS.get(1);
    other.tellOf(dying);
    SERVERS.get(2).tellOf(dying);
    Clock clock = (Clock) lookup("ClockBeanRemote", dying, other);
    List<Integer> ports = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              ports.add(clock.portUnlessDying(dying.port()));
              return !dying.isAlive();
            });
    assertThat(ports).doesNotContain(dying.port());
    assertThat(dying.ids()).isNotEmpty();
    String last = dying.ids().get(dying.ids().size() - 1);
    assertThat(Stream.concat(other.ids().stream(), SERVERS.get(2).ids().stream())).contains(last);
    assertThat(clock.port()).isNotEqualTo(dying.port());
  }
}
