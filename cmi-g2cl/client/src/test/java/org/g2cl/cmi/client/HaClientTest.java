package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.EJBException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.ServiceUnavailableException;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.ClientMetaData;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;
import org.g2cl.Registration;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.propagation.Rendezvous;
import org.g2cl.propagation.SessionBusyException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"BanJNDI", "BanSerializableRead", "JdkObsolete"}) // the API under test
class HaClientTest {
  private final List<FakeServer> servers = new ArrayList<>();

  @AfterEach
  void closeServers() {
    servers.forEach(FakeServer::close);
  }

  private FakeServer server(FakeServer.Script script) throws IOException {
    FakeServer server = new FakeServer(script);
    servers.add(server);
    return server;
  }

  private FakeServer server() throws IOException {
    return server(FakeBeans::serve);
  }

  private static Context context(Map<String, String> settings, FakeServer... named)
      throws NamingException {
    Hashtable<String, String> environment = new Hashtable<>(settings);
    environment.put(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.put(
        Context.PROVIDER_URL,
        Arrays.stream(named).map(s -> s.location().toString()).collect(Collectors.joining(",")));
    return new InitialContext(environment);
  }

  private static Echo lookup(String name, Map<String, String> settings, FakeServer... named)
      throws NamingException {
    return (Echo) context(settings, named).lookup(name);
  }

  private static Echo stateless(FakeServer... named) throws NamingException {
    return lookup("EchoRemote", Map.of("g2cl.client.policy", "FirstAvailable"), named);
  }

  private static Echo stateful(FakeServer... named) throws NamingException {
    return lookup("TalkRemote", Map.of("g2cl.client.policy", "FirstAvailable"), named);
  }

  @Test
  void shouldCallABeanFoundByItsName() throws Exception {
    FakeServer a = server();
    assertThat(stateless(a).say("x")).isEqualTo(a.location().toString());
    assertThat(a.ids()).hasSize(1).doesNotContainNull();
  }

  @Test
  void shouldSendTheSameIdToTheNextServerWhenOneDiesInTheMiddle() throws Exception {
    FakeServer a = server(HaClientTest::dieInBusiness);
    FakeServer b = server();
    assertThat(stateless(a, b).say("x")).isEqualTo(b.location().toString());
    // twice on the first: the connection was not new, so it might have been stale
    assertThat(new HashSet<>(a.ids())).isEqualTo(new HashSet<>(b.ids())).hasSize(1);
  }

  @Test
  void shouldGiveEachCallItsOwnId() throws Exception {
    FakeServer a = server();
    Echo echo = stateless(a);
    for (int i = 0; i < 100; i++) {
      echo.say("x");
    }
    assertThat(new HashSet<>(a.ids())).hasSize(100);
  }

  @Test
  void shouldCreateASessionWithAnUnguessableIdAndUseItAsItsKey() throws Exception {
    FakeServer a = server();
    stateful(a).say("x");
    stateful(a);
    List<EJBRequest> requests = ejb(a);
    assertThat(requests).hasSize(3);
    String id = requests.get(0).getBody().getRequestId();
    assertThat(id).hasSize(24).matches("[A-Za-z0-9_-]+");
    assertThat(requests.get(1).getPrimaryKey()).isEqualTo(id);
    assertThat(requests.get(1).getBody().getRequestId()).isNotEqualTo(id);
    assertThat(requests.get(2).getBody().getRequestId()).isNotEqualTo(id);
  }

  @Test
  void shouldCreateWithTheSameIdOnAnotherServerWhenOneDiesInTheCreation() throws Exception {
    FakeServer a = server((s, r) -> r instanceof EJBRequest ? null : FakeBeans.serve(s, r));
    FakeServer b = server();
    assertThat(stateful(a, b).say("x")).isEqualTo(b.location().toString());
    assertThat(b.ids().get(0)).isEqualTo(a.ids().get(0));
    assertThat(ejb(b).get(1).getPrimaryKey()).isEqualTo(b.ids().get(0));
  }

  @Test
  void shouldKeepASessionWithItsServerAndFailOverToTheBackup() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    FakeServer c = server();
    Echo talk = stateful(a, b, c);
    for (int i = 0; i < 5; i++) {
      assertThat(talk.say("x")).isEqualTo(a.location().toString());
    }
    String id = ejb(a).get(0).getBody().getRequestId();
    a.close();
    String backup =
        Rendezvous.rank(id, List.of(b.location().toString(), c.location().toString())).get(0);
    for (int i = 0; i < 5; i++) {
      assertThat(talk.say("x")).isEqualTo(backup);
    }
  }

  @Test
  void shouldTakeAFreshConnectionToTheSameServerWhenAnIdleOneWasClosed() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    Echo echo = stateless(a, b);
    echo.say("x");
    long failovers = HaClient.install().status().failovers();
    a.closeConnections();
    List<String> events = new ArrayList<>();
    try (Registration registration =
        HaClient.install().addListener(new RecordingListener(events))) {
      assertThat(registration).isNotNull();
      assertThat(echo.say("x")).isEqualTo(a.location().toString());
    }
    assertThat(b.ids()).isEmpty();
    assertThat(events).as("a is not set aside").isEmpty();
    assertThat(HaClient.install().status().failovers()).isEqualTo(failovers);
  }

  @Test
  void shouldGoToAnotherServerWhenOneSendsItThere() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r)
                    ? FakeBeans.applicationException(new RetryElsewhereException("leaving"))
                    : FakeBeans.serve(s, r));
    FakeServer b = server();
    List<String> events = new ArrayList<>();
    try (Registration registration =
        HaClient.install().addListener(new RecordingListener(events))) {
      assertThat(registration).isNotNull();
      assertThat(stateless(a, b).say("x")).isEqualTo(b.location().toString());
    }
    assertThat(a.ids()).isEqualTo(b.ids());
    assertThat(events).doesNotContain("aside " + a.location());
  }

  @Test
  void shouldSayWhyNoServerHasExecutedTheRequest() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r)
                    ? FakeBeans.applicationException(
                        new RetryElsewhereException("fewer than g2cl.minimum-copies"))
                    : FakeBeans.serve(s, r));
    Echo talk = lookup("TalkRemote", Map.of("g2cl.client.deadline", "PT0.5S"), a);
    assertThatExceptionOfType(EJBException.class)
        .isThrownBy(() -> talk.say("x"))
        .havingRootCause()
        .withMessageContaining("did not execute it: \"fewer than g2cl.minimum-copies\"");
  }

  @Test
  void shouldAskTheSameServerWhileItExecutesTheRequest() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r) && s.ids().size() < 4
                    ? FakeBeans.applicationException(new SessionBusyException("still running"))
                    : FakeBeans.serve(s, r));
    FakeServer b = server();
    assertThat(stateful(a, b).say("x")).isEqualTo(a.location().toString());
    assertThat(b.ids()).isEmpty();
    assertThat(new HashSet<>(a.ids().subList(1, a.ids().size()))).hasSize(1);
  }

  @Test
  void shouldGiveTheCallerTheAnswerThatAnotherCallOfTheSessionTookTooLong() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r)
                    ? FakeBeans.applicationException(new ConcurrentAccessTimeoutException("busy"))
                    : FakeBeans.serve(s, r));
    FakeServer b = server();
    Echo talk = stateful(a, b);
    assertThatExceptionOfType(ConcurrentAccessTimeoutException.class)
        .isThrownBy(() -> talk.say("x"))
        .withMessage("busy");
    assertThat(a.ids()).hasSize(2);
  }

  @Test
  void shouldGoToAnotherServerWhenOneHasNotDeployedTheBean() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r)
                    ? FakeBeans.error(new RemoteException("No such deployment", new IOException()))
                    : FakeBeans.serve(s, r));
    FakeServer b = server();
    assertThat(stateless(a, b).say("x")).isEqualTo(b.location().toString());
  }

  @Test
  void shouldGiveAnApplicationsExceptionToTheCallerWithoutRetry() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r)
                    ? FakeBeans.applicationException(new IllegalStateException("sold out"))
                    : FakeBeans.serve(s, r));
    FakeServer b = server();
    Echo echo = stateless(a, b);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> echo.say("x"))
        .withMessage("sold out");
    assertThat(b.ids()).isEmpty();
  }

  @Test
  void shouldNotRetryWhenABeanPassesOnThatAnotherBeansServerSentItElsewhere() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r)
                    ? FakeBeans.applicationException(
                        new IllegalStateException("inner", new RetryElsewhereException("inner")))
                    : FakeBeans.serve(s, r));
    FakeServer b = server();
    Echo echo = stateless(a, b);
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> echo.say("x"));
    assertThat(b.ids()).isEmpty();
  }

  @Test
  void shouldNoticeAHungServer() throws Exception {
    FakeServer a =
        server(
            (s, r) -> {
              if (FakeBeans.isBusiness(r)) {
                hang();
              }
              return FakeBeans.serve(s, r);
            });
    FakeServer b = server();
    Echo echo =
        lookup(
            "EchoRemote",
            Map.of("g2cl.client.policy", "FirstAvailable", "g2cl.client.read-timeout", "PT0.3S"),
            a,
            b);
    long start = System.nanoTime();
    assertThat(echo.say("x")).isEqualTo(b.location().toString());
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    assertThat(a.ids()).isEqualTo(b.ids());
  }

  @Test
  void shouldNotWaitLongerForAServerThatDoesNotReadALargeRequest() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    Echo echo =
        lookup(
            "EchoRemote",
            Map.of("g2cl.client.policy", "FirstAvailable", "g2cl.client.read-timeout", "PT0.5S"),
            a,
            b);
    a.stopReading();
    String large = "x".repeat(12 << 20); // more than the sockets' buffers hold
    assertThat(CompletableFuture.supplyAsync(() -> echo.say(large)).get(20, TimeUnit.SECONDS))
        .isEqualTo(b.location().toString());
    assertThat(a.ids()).as("read by a").isEmpty();
  }

  @Test
  void shouldCreateABeanThatWasDeployedAnewUnderAnotherId() throws Exception {
    AtomicReference<String> deployed = new AtomicReference<>("Talk-1");
    FakeServer a =
        server(
            (s, r) -> {
              if (r instanceof JNDIRequest lookup
                  && lookup.getRequestString().endsWith("g2cl/TalkRemote")) {
                return new JNDIResponse(
                    ResponseCodes.JNDI_OK,
                    FakeBeans.bean("STATEFUL", deployed.get(), Callable.class));
              }
              return r instanceof EJBRequest call && !deployed.get().equals(call.getDeploymentId())
                  ? FakeBeans.error(
                      new RemoteException("No such deployment: " + call.getDeploymentId()))
                  : FakeBeans.serve(s, r);
            });
    Context context = context(Map.of("g2cl.client.deadline", "PT2S"), a);
    context.lookup("TalkRemote");
    deployed.set("Talk-2");

    Echo talk = (Echo) context.lookup("TalkRemote");

    assertThat(talk.say("x")).isEqualTo(a.location().toString());
  }

  @Test
  void shouldCreateABeanByARequestWithAnIdThatWasDeployedAfterALookupInVain() throws Exception {
    AtomicBoolean deployed = new AtomicBoolean();
    FakeServer a =
        server(
            (s, r) ->
                r instanceof JNDIRequest && !deployed.get()
                    ? new JNDIResponse(ResponseCodes.JNDI_NOT_FOUND, null)
                    : FakeBeans.serve(s, r));
    Context context = context(Map.of(), a);
    assertThatExceptionOfType(NameNotFoundException.class)
        .isThrownBy(() -> context.lookup("TalkRemote"));
    deployed.set(true);

    Echo talk = (Echo) context.lookup("TalkRemote");

    assertThat(a.ids()).as("of the creation").hasSize(1).doesNotContainNull();
    assertThat(talk.say("x")).isEqualTo(a.location().toString());
  }

  @Test
  void shouldNotAskForOurNameAgainWhenAStockBeanIsLookedUpAnew() throws Exception {
    FakeServer a = server();
    Context context = context(Map.of(), a);
    context.lookup("EchoRemote");
    context.lookup("EchoRemote");
    assertThat(a.requests())
        .extracting(r -> ((JNDIRequest) r).getRequestString().replaceFirst("^/", ""))
        .containsExactly("g2cl/EchoRemote", "EchoRemote", "EchoRemote");
  }

  @Test
  void shouldLeaveASilentServerThatTheOthersCallGone() throws Exception {
    FakeServer a =
        server(
            (s, r) -> {
              if (FakeBeans.isBusiness(r)) {
                hang();
              }
              return FakeBeans.serve(s, r);
            });
    FakeServer b = server();
    a.tellOf(1, a, b);
    Echo echo = stateful(a, b);
    b.tellOf(2, b);
    long start = System.nanoTime();
    assertThat(echo.say("x")).isEqualTo(b.location().toString());
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("less than the read time-out, which is 15 s")
        .isLessThan(Duration.ofSeconds(12));
    assertThat(b.ids()).containsAll(a.ids().subList(1, a.ids().size()));
  }

  @Test
  void shouldLeaveASilentServerThatOneCallsGoneWhoseClockWasPutBack() throws Exception {
    AtomicReference<FakeServer> silent = new AtomicReference<>();
    FakeServer.Script script =
        (s, r) -> {
          if (s == silent.get() && FakeBeans.isBusiness(r)) {
            hang();
          }
          return FakeBeans.serve(s, r);
        };
    FakeServer a = server(script);
    FakeServer b = server(script);
    a.tellOf(100, a, b);
    b.tellOf(100, a, b);
    answers(lookup("EchoRemote", Map.of(), a, b), 4);
    Echo talk = lookup("TalkRemote", Map.of(), a, b);
    FakeServer owner = talk.say("x").equals(a.location().toString()) ? a : b;
    FakeServer other = owner == a ? b : a;
    silent.set(owner);
    other.tellOf(99, other);
    long start = System.nanoTime();
    assertThat(talk.say("x")).isEqualTo(other.location().toString());
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("before the number of its list is forgotten")
        .isLessThan(ServerView.REMEMBERED.minusSeconds(3));
  }

  @Test
  void shouldSayWhomItAskedWhenNobodyAnswers() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    Echo echo = lookup("EchoRemote", Map.of("g2cl.client.deadline", "PT0.5S"), a, b);
    a.close();
    b.close();
    assertThatExceptionOfType(EJBException.class)
        .isThrownBy(() -> echo.say("x"))
        .withMessageContaining("no server answered Echo.say within PT0.5S")
        .withMessageContaining(a.location() + "=cannot connect")
        .withMessageContaining(b.location() + "=cannot connect")
        .withCauseInstanceOf(NoServerException.class);
  }

  @Test
  void shouldSayInALookupThatNobodyAnswers() throws Exception {
    FakeServer a = server();
    Context context = context(Map.of("g2cl.client.deadline", "PT0.3S"), a);
    a.close();
    assertThatExceptionOfType(ServiceUnavailableException.class)
        .isThrownBy(() -> context.lookup("EchoRemote"))
        .withMessageContaining("no server answered lookup of g2cl/EchoRemote within PT0.3S");
  }

  @Test
  void shouldWorkAgainWhenTheServerIsBack() throws Exception {
    FakeServer a = server();
    Echo echo = stateless(a);
    int port = a.location().port();
    a.close();
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> echo.say("x"));
    servers.add(new FakeServer(port, FakeBeans::serve));
    assertThat(answer.get()).isEqualTo(a.location().toString());
  }

  @Test
  void shouldSayThatANameIsUnknown() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    Context context = context(Map.of(), a, b);
    assertThatExceptionOfType(NameNotFoundException.class)
        .isThrownBy(() -> context.lookup("Nothing"));
  }

  @Test
  void shouldLearnOfAJoinerAndForgetALeaver() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    FakeServer c = server();
    Echo echo = lookup("EchoRemote", Map.of(), a);
    a.tellOf(10, a, b, c);
    echo.say("x");
    assertThat(answers(echo, 12)).hasSize(3);
    for (FakeServer server : List.of(a, b, c)) {
      server.tellOf(20, b, c);
    }
    answers(echo, 3);
    int asked = a.requests().size();
    assertThat(answers(echo, 12))
        .containsExactlyInAnyOrder(b.location().toString(), c.location().toString());
    assertThat(a.requests()).hasSize(asked);
    assertThat(HaClient.install().status().servers()).contains(b.location(), c.location());
  }

  @Test
  void shouldSpreadSessionsOverTheServers() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 20; i++) {
      counts.merge(lookup("TalkRemote", Map.of(), a, b).say("x"), 1, Integer::sum);
    }
    assertThat(counts.values()).containsExactly(10, 10);
  }

  @Test
  void shouldGoOnWithAProxyThatWasSerialized() throws Exception {
    FakeServer a = server();
    FakeServer b = server();
    Echo talk = stateful(a, b);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(talk);
    }
    a.close();
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Echo copy = (Echo) in.readObject();
      assertThat(copy.say("x")).isEqualTo(b.location().toString());
      assertThat(copy).isEqualTo(talk);
      assertThat(ejb(b).get(0).getPrimaryKey()).isEqualTo(ejb(a).get(0).getBody().getRequestId());
    }
  }

  @Test
  void shouldGoOnWithTheSameIdWhereTheLoginIsGrantedWhenTheNextServerRefusesIt() throws Exception {
    FakeServer a = server((s, r) -> FakeBeans.isBusiness(r) ? null : logIn(s, r, true));
    FakeServer b = server((s, r) -> logIn(s, r, false));
    FakeServer c = server((s, r) -> logIn(s, r, true));
    Map<String, String> settings =
        Map.of(
            Context.SECURITY_PRINCIPAL,
            "anna",
            Context.SECURITY_CREDENTIALS,
            "secret",
            "g2cl.client.policy",
            "FirstAvailable");
    Echo echo = lookup("EchoRemote", settings, a, b, c);
    List<String> events = new ArrayList<>();
    try (Registration registration =
        HaClient.install().addListener(new RecordingListener(events))) {
      assertThat(registration).isNotNull();
      assertThat(echo.say("x")).isEqualTo(c.location().toString());
    }
    assertThat(c.ids()).hasSize(1).isSubsetOf(a.ids());
    assertThat(b.requests()).hasAtLeastOneElementOfType(AuthenticationRequest.class);
    assertThat(b.ids()).isEmpty();
    assertThat(events).doesNotContain("aside " + b.location());
  }

  private static Response logIn(FakeServer server, Request request, boolean grant) {
    if (!(request instanceof AuthenticationRequest)) {
      return FakeBeans.serve(server, request);
    }
    AuthenticationResponse answer =
        new AuthenticationResponse(grant ? ResponseCodes.AUTH_GRANTED : ResponseCodes.AUTH_DENIED);
    answer.setIdentity(new ClientMetaData("token of " + server.location()));
    answer.setDeniedCause(new SecurityException("no such user"));
    return answer;
  }

  @Test
  void shouldNotRepeatACallWhoseAnswerCannotBeRead() throws Exception {
    FakeServer a = server(HaClientTest::answerBadly);
    Echo echo = stateless(a);
    assertThatExceptionOfType(EJBException.class)
        .isThrownBy(() -> echo.say("bad"))
        .withMessageContaining("the answer to Echo.say cannot be read");
    assertThat(a.ids()).hasSize(1);
    assertThat(echo.say("good")).isEqualTo("good");
  }

  /** As with a class that is another one in the server's release. */
  @Test
  void shouldNotRepeatACallWhoseAnswerEndsBeforeItsClassHasReadAll() throws Exception {
    FakeServer a =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r) ? FakeBeans.ok(new Unfinished()) : FakeBeans.serve(s, r));
    Echo echo = stateless(a);
    assertThatExceptionOfType(EJBException.class)
        .isThrownBy(() -> echo.say("bad"))
        .withMessageContaining("the answer to Echo.say cannot be read");
    assertThat(a.ids()).hasSize(1);
  }

  /** The server may have executed it and died with its answer. */
  @Test
  void shouldAskABusyServerAgainWhenTheRequestWasLostWithAServerThatIsGone() throws Exception {
    FakeServer a =
        server(
            (s, r) -> {
              if (FakeBeans.isBusiness(r) && s.ids().size() > 2) {
                s.refuseConnections();
                return null;
              }
              return FakeBeans.serve(s, r);
            });
    FakeServer b =
        server(
            (s, r) ->
                FakeBeans.isBusiness(r) && s.ids().size() < 3
                    ? FakeBeans.applicationException(busy())
                    : FakeBeans.serve(s, r));
    Echo talk = stateful(a, b);
    assertThat(talk.say("x")).isEqualTo(a.location().toString());
    assertThat(talk.say("x")).isEqualTo(b.location().toString());
    assertThat(b.ids()).hasSize(3);
  }

  private static ConcurrentAccessTimeoutException busy() {
    var tookTooLong = new ConcurrentAccessTimeoutException("busy");
    tookTooLong.initCause(new SessionBusyException("busy"));
    return tookTooLong;
  }

  @Test
  void shouldServeManyThreadsWithFewConnections() throws Exception {
    FakeServer a = server();
    Echo echo =
        lookup(
            "EchoRemote", Map.of("g2cl.client.pool-size", "4", "g2cl.client.policy", "Random"), a);
    AtomicInteger answered = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      all.add(
          threads.submit(
              () -> {
                echo.say("x");
                answered.incrementAndGet();
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();
    assertThat(answered).hasValue(500);
    assertThat(a.connections()).isLessThanOrEqualTo(4);
  }

  @Test
  void shouldTellListenersWhatHappens() throws Exception {
    FakeServer a = server(HaClientTest::dieInBusiness);
    FakeServer b = server();
    List<String> events = new ArrayList<>();
    Echo echo = stateless(a, b);
    try (Registration registration =
        HaClient.install().addListener(new RecordingListener(events))) {
      assertThat(registration).isNotNull();
      echo.say("x");
    }
    echo.say("x");
    assertThat(events)
        .containsExactly("aside " + a.location(), a.location() + " -> " + b.location());
  }

  /** The server has executed the call; the caller would take it for failed. */
  @Test
  void shouldAnswerACallThoughAListenerThrowsAnError() throws Exception {
    FakeServer a = server(HaClientTest::dieInBusiness);
    FakeServer b = server();
    List<String> events = new ArrayList<>();
    Echo echo = stateless(a, b);
    ClientListener failing =
        new ClientListener() {
          @Override
          public void failedOver(Location from, Location to) {
            throw new NoClassDefFoundError("meant by the test");
          }
        };
    try (Registration first = HaClient.install().addListener(failing);
        Registration second = HaClient.install().addListener(new RecordingListener(events))) {
      assertThat(first).isNotSameAs(second);
      assertThat(echo.say("x")).isEqualTo(b.location().toString());
    }
    assertThat(events)
        .as("told after the failing one")
        .contains(a.location() + " -> " + b.location());
  }

  @Test
  void shouldLeaveOtherUsersOfTheStockClientAlone() throws Exception {
    FakeServer a = server();
    stateless(a);
    Properties environment = new Properties();
    environment.put(
        Context.INITIAL_CONTEXT_FACTORY, "org.apache.openejb.client.RemoteInitialContextFactory");
    environment.put(Context.PROVIDER_URL, "ejbd://" + a.location());
    Echo echo = (Echo) new InitialContext(environment).lookup("EchoRemote");
    int before = a.ids().size();
    assertThat(echo.say("x")).isEqualTo(a.location().toString());
    assertThat(a.requests()).hasSizeGreaterThan(before);
    assertThat(ejb(a)).last().extracting(call -> call.getBody().getRequestId()).isNull();
  }

  private static Response dieInBusiness(FakeServer server, Request request) {
    return FakeBeans.isBusiness(request) ? null : FakeBeans.serve(server, request);
  }

  private static Response answerBadly(FakeServer server, Request request) {
    if (!FakeBeans.isBusiness(request)) {
      return FakeBeans.serve(server, request);
    }
    Object text = ((EJBRequest) request).getMethodParameters()[0];
    return FakeBeans.ok("bad".equals(text) ? new Unreadable() : text);
  }

  private static List<EJBRequest> ejb(FakeServer server) {
    return server.requests().stream()
        .filter(EJBRequest.class::isInstance)
        .map(EJBRequest.class::cast)
        .toList();
  }

  private static Set<String> answers(Echo echo, int calls) {
    Set<String> answers = new HashSet<>();
    for (int i = 0; i < calls; i++) {
      answers.add(echo.say("x"));
    }
    return answers;
  }

  private static void hang() {
    try {
      Thread.currentThread().join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
