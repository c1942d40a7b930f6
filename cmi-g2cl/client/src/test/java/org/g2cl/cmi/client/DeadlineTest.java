package org.g2cl.cmi.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The deadline holds whatever an attempt waits for, one after the other. */
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // the API under test
class DeadlineTest {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void close() throws Exception {
    over.countDown();
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** Says "busy" after 3 s and everything else never. */
  private Response answer(FakeServer server, Request request) throws IOException {
    if (FakeBeans.isBusiness(request)) {
      boolean first = "busy".equals(((EJBRequest) request).getMethodParameters()[0]);
      busy.countDown();
      pause(first ? Duration.ofSeconds(3) : Duration.ofSeconds(30));
    }
    return FakeBeans.serve(server, request);
  }

  private void pause(Duration longest) throws IOException {
    try {
      if (over.await(longest.toMillis(), MILLISECONDS)) {
        throw new IOException("the test is over");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void shouldHoldInASilenceAfterAWaitForAConnection() throws Exception {
    FakeServer server = server(this::answer);
    var settings = Map.of("deadline", "PT5S", "pool-size", "1");
    Echo echo = lookup("EchoRemote", settings, server.location());
    var first = CompletableFuture.supplyAsync(() -> echo.say("busy"));
    assertThat(busy.await(20, SECONDS)).isTrue();

    assertThatItEnds(echo, Duration.ofMillis(7_500));
    assertThat(first.get(20, SECONDS)).isEqualTo(server.location().toString());
    assertThat(setAside()).doesNotContain(server.location());
  }

  @Test
  void shouldHoldInAConnectionThatIsNotMade() throws Exception {
    FakeServer server = server(FakeBeans::serve);
    Location full = full();
    var settings = Map.of("deadline", "PT2S", "connect-timeout", "PT10S");
    Echo talk = lookup("TalkRemote", settings, server.location(), full);
    server.close();

    assertThatItEnds(talk, Duration.ofSeconds(9));
    assertThat(setAside()).doesNotContain(full);
  }

  /** The other one is asked whether the silent one has left, and cannot be reached. */
  @Test
  void shouldHoldWhileAnotherServerIsAskedAboutASilentOne() throws Exception {
    FakeServer server = server(this::answer);
    Location full = full();
    var settings = Map.of("deadline", "PT3S", "connect-timeout", "PT10S");
    Echo talk = lookup("TalkRemote", settings, server.location(), full);

    assertThatItEnds(talk, Duration.ofSeconds(10));
    assertThat(setAside()).doesNotContain(full);
  }

  /** Else the call would wait for the silent one until the read time-out, which is 15 s. */
  @Test
  void shouldAskAThirdServerAboutASilentOneWhenTheSecondCannotBeReached() throws Exception {
    FakeServer silent = server(this::answer);
    FakeServer third = server(FakeBeans::serve);
    var settings = Map.of("connect-timeout", "PT10S");
    Echo talk = lookup("TalkRemote", settings, silent.location(), full(), third.location());
    third.tellOf(2, third);

    long begin = System.nanoTime();
    assertThat(talk.say("ever")).isEqualTo(third.location().toString());
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
  }

  private static void assertThatItEnds(Echo bean, Duration soon) {
    long begin = System.nanoTime();
    assertThatThrownBy(() -> bean.say("ever")).hasStackTraceContaining("no server answered");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(soon);
  }

  private static List<Location> setAside() {
    return HaClient.install().status().setAside();
  }

  private FakeServer server(FakeServer.Script script) throws IOException {
    var server = new FakeServer(script);
    opened.add(server);
    return server;
  }

  /** Place of a server that has no room for one more connection, so that none is made. */
  private Location full() throws IOException {
    var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    opened.add(listener);
    boolean room = true;
    while (room) {
      room = connects(listener);
    }
    return new Location("127.0.0.1", listener.getLocalPort());
  }

  private boolean connects(ServerSocket listener) throws IOException {
    var socket = new Socket();
    opened.add(socket);
    try {
      socket.connect(listener.getLocalSocketAddress(), 200);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static Echo lookup(String name, Map<String, String> settings, Location... servers)
      throws NamingException {
    Hashtable<String, String> environment = new Hashtable<>();
    settings.forEach((key, value) -> environment.put(ClientSetting.PREFIX + key, value));
    environment.put("g2cl.client.policy", "FirstAvailable");
    environment.put(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.put(
        Context.PROVIDER_URL,
        Stream.of(servers).map(Location::toString).collect(Collectors.joining(",")));
    return (Echo) new InitialContext(environment).lookup(name);
  }
}
