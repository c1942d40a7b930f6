package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.naming.AuthenticationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.ClientMetaData;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ServerMetaData;
import org.g2cl.Registration;
import org.g2cl.cmi.client.Opinionated.Opinion;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that are cut off at each of their bytes, as a server does that dies. */
@SuppressWarnings({"BanJNDI", "JdkObsolete", "JavaUtilDate"}) // what is under test
class CutOffAnswersTest {
  private static final String USER = "anna";

  /** Shorter answers would not be ones. */
  private static final int LEAST = 20;

  private final List<FakeServer> servers = new ArrayList<>();
  private Response answer = FakeBeans.ok("whole");
  private FakeServer a;
  private FakeServer b;

  /** Server that executes nothing. */
  private volatile FakeServer leaving;

  private Echo echo;

  /** What is done again for each cut. */
  @FunctionalInterface
  interface Step {
    void run(int bytes) throws Exception;
  }

  @BeforeEach
  void open() throws IOException {
    a = server();
    b = server();
  }

  @AfterEach
  void close() {
    servers.forEach(FakeServer::close);
  }

  private FakeServer server() throws IOException {
    var server = new FakeServer(this::serve);
    servers.add(server);
    return server;
  }

  private Response serve(FakeServer server, Request request) throws IOException {
    if (request instanceof AuthenticationRequest login) {
      return USER.equals(login.getUsername()) ? granted(server) : denied();
    }
    if (request instanceof JNDIRequest lookup && lookup.getRequestString().contains("g2cl/Talk")) {
      return new JNDIResponse(
          ResponseCodes.JNDI_OK, FakeBeans.bean("STATEFUL", "Talk", Callable.class));
    }
    if (server == leaving && FakeBeans.isBusiness(request)) {
      return FakeBeans.applicationException(new RetryElsewhereException("leaving"));
    }
    boolean ofBean =
        FakeBeans.isBusiness(request) || isMethod(request, RequestMethodCode.EJB_OBJECT_REMOVE);
    return ofBean ? answer : FakeBeans.serve(server, request);
  }

  private static Response granted(FakeServer server) {
    var answer = new AuthenticationResponse(ResponseCodes.AUTH_GRANTED);
    answer.setIdentity(new ClientMetaData("token of " + server.location()));
    return answer;
  }

  private static Response denied() {
    var answer = new AuthenticationResponse(ResponseCodes.AUTH_DENIED);
    answer.setDeniedCause(brief(new SecurityException("unknown user")));
    return answer;
  }

  private static <T extends Throwable> T brief(T thrown) {
    thrown.setStackTrace(new StackTraceElement[0]);
    return thrown;
  }

  private static boolean isMethod(Request request, RequestMethodCode method) {
    return request instanceof EJBRequest call && call.getRequestMethod() == method;
  }

  private Context context(String user) throws NamingException {
    var environment = new Hashtable<String, String>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.put(Context.PROVIDER_URL, a.location() + "," + b.location());
    environment.put("g2cl.client.policy", "FirstAvailable");
    if (user != null) {
      environment.put(Context.SECURITY_PRINCIPAL, user);
      environment.put(Context.SECURITY_CREDENTIALS, "secret");
    }
    return new InitialContext(environment);
  }

  private Echo lookup(String name) throws NamingException {
    return (Echo) context(null).lookup(name);
  }

  /** Does something as often as an answer to it has bytes, and cuts it off at another one each. */
  private void cutAtEachByte(Predicate<Request> kind, Step step) throws Exception {
    cutAtEachByte(kind, bytes -> {}, step);
  }

  private void cutAtEachByte(Predicate<Request> kind, Step before, Step step) throws Exception {
    AnswerCut cut = new AnswerCut(kind, 0);
    int bytes = 0;
    before.run(bytes);
    while (runCutOff(cut, kind, step, bytes)) {
      bytes++;
      cut = new AnswerCut(kind, bytes);
      before.run(bytes);
    }
    assertThat(bytes).as("length of the answer").isGreaterThan(LEAST);
  }

  private boolean runCutOff(AnswerCut cut, Predicate<Request> kind, Step step, int bytes)
      throws Exception {
    servers.forEach(server -> server.cut(cut));
    List<Integer> before = servers.stream().map(server -> server.requests().size()).toList();
    try {
      step.run(bytes);
    } catch (Exception | AssertionError e) {
      throw new AssertionError("the answer was cut off after " + bytes + " bytes", e);
    }
    List<Request> seen = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      List<Request> all = servers.get(i).requests();
      all.subList(before.get(i), all.size()).stream().filter(kind).forEach(seen::add);
    }
    assertSentAgainAsItWas(seen, cut.done() ? 2 : 1);
    return cut.done();
  }

  private static void assertSentAgainAsItWas(List<Request> seen, int times) {
    assertThat(seen).as("times that it was sent").hasSize(times);
    List<String> ids =
        seen.stream()
            .filter(EJBRequest.class::isInstance)
            .map(request -> ((EJBRequest) request).getBody().getRequestId())
            .toList();
    assertThat(new HashSet<>(ids)).as("ids").hasSizeLessThan(2).doesNotContainNull();
  }

  static Stream<Object> results() {
    return Stream.of(
        "text",
        new HashMap<>(Map.of("one", 1, "two", 2)),
        new ArrayList<>(List.of("x", "y")),
        new Date(1_000_000_000_000L),
        LocalDate.of(2026, 11, 26),
        new Amount(250, "EUR"),
        new Opinionated(Opinion.THROWS_ERROR, "text"));
  }

  @ParameterizedTest
  @MethodSource("results")
  void shouldGetTheResultOfACallElsewhereWhereverItsAnswerIsCutOff(Object result) throws Exception {
    answer = FakeBeans.ok(result);
    echo = lookup("EchoRemote");

    cutAtEachByte(FakeBeans::isBusiness, bytes -> assertThat(echo.give()).isEqualTo(result));
  }

  @Test
  void shouldGetTheResultOfASessionsCallWhereverItsAnswerIsCutOff() throws Exception {
    Echo talk = lookup("TalkRemote");

    cutAtEachByte(FakeBeans::isBusiness, bytes -> assertThat(talk.give()).isEqualTo("whole"));
  }

  @Test
  void shouldGetAnApplicationExceptionWhereverTheAnswerIsCutOff() throws Exception {
    answer = FakeBeans.applicationException(brief(new IllegalStateException("sold out")));
    echo = lookup("EchoRemote");

    cutAtEachByte(
        FakeBeans::isBusiness,
        bytes ->
            assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(echo::give)
                .withMessage("sold out"));
  }

  @Test
  void shouldCreateASessionWhereverTheAnswerIsCutOff() throws Exception {
    cutAtEachByte(
        request -> isMethod(request, RequestMethodCode.EJB_HOME_CREATE),
        bytes -> assertThat(lookup("TalkRemote").give()).isEqualTo("whole"));
  }

  @Test
  void shouldRemoveASessionWhereverTheAnswerIsCutOff() throws Exception {
    lookup("EchoRemote");
    var server = new ServerMetaData(ProviderUrl.toUri(locations()));
    answer = FakeBeans.ok(null);

    cutAtEachByte(
        request -> isMethod(request, RequestMethodCode.EJB_OBJECT_REMOVE),
        bytes -> {
          var removed = new EJBResponse();
          Client.request(removal(), removed, server);
          assertThat(removed.getResponseCode()).isEqualTo(ResponseCodes.EJB_OK);
        });
  }

  private List<Location> locations() {
    return servers.stream().map(FakeServer::location).toList();
  }

  private static EJBRequest removal() throws NoSuchMethodException {
    return new EJBRequest(
        RequestMethodCode.EJB_OBJECT_REMOVE,
        FakeBeans.bean("STATEFUL", "Talk", Callable.class),
        jakarta.ejb.EJBObject.class.getMethod("remove"),
        new Object[0],
        "talk-1",
        null);
  }

  @Test
  void shouldFindABeanWhereverTheAnswerIsCutOff() throws Exception {
    cutAtEachByte(
        request -> isLookup(request, "EchoRemote"),
        bytes -> assertThat(lookup("EchoRemote").give()).isEqualTo("whole"));
  }

  @Test
  void shouldFindTheDescriptionOfABeanWhereverTheAnswerIsCutOff() throws Exception {
    cutAtEachByte(
        request -> isLookup(request, "g2cl/Talk"),
        bytes -> assertThat(lookup("Talk" + bytes).give()).isEqualTo("whole"));
  }

  private static boolean isLookup(Request request, String name) {
    return request instanceof JNDIRequest lookup
        && lookup.getRequestString().replaceFirst("^/", "").startsWith(name);
  }

  @Test
  void shouldLogACallerInWhereverTheAnswerIsCutOff() throws Exception {
    cutAtEachByte(
        AuthenticationRequest.class::isInstance,
        bytes -> assertThat(context(USER).lookup("EchoRemote")).isInstanceOf(Echo.class));
  }

  @Test
  void shouldDenyALoginWhereverTheAnswerIsCutOff() throws Exception {
    cutAtEachByte(
        AuthenticationRequest.class::isInstance,
        bytes ->
            assertThatExceptionOfType(AuthenticationException.class)
                .isThrownBy(() -> context("nobody").lookup("EchoRemote")));
  }

  /** The call itself was not sent. */
  @Test
  void shouldCallWhereverTheAnswerToTheLoginAtAnotherServerIsCutOff() throws Exception {
    cutAtEachByte(
        AuthenticationRequest.class::isInstance,
        bytes -> logInAtTheOneThatLeaves(),
        bytes -> assertThat(echo.give()).isEqualTo("whole"));
  }

  private void logInAtTheOneThatLeaves() throws NamingException {
    int logins = logins(a);
    echo = (Echo) context(USER).lookup("EchoRemote");
    leaving = logins(a) > logins ? a : b;
  }

  private static int logins(FakeServer server) {
    return (int) server.requests().stream().filter(AuthenticationRequest.class::isInstance).count();
  }

  /** It is told with any answer, before the answer itself. */
  @Test
  void shouldLearnTheServersWhereverTheAnswerThatTellsThemIsCutOff() throws Exception {
    FakeServer c = server();
    echo = lookup("EchoRemote");
    var known = new ArrayList<Location>();
    ClientListener listener =
        new ClientListener() {
          @Override
          public void serversChanged(List<Location> now) {
            known.clear();
            known.addAll(now);
          }
        };

    try (Registration registration = HaClient.install().addListener(listener)) {
      assertThat(registration).isNotNull();
      cutAtEachByte(
          FakeBeans::isBusiness,
          bytes -> {
            FakeServer[] told = bytes % 2 == 0 ? all() : new FakeServer[] {a, b};
            servers.forEach(server -> server.tellOf(bytes + 1, told));
            assertThat(echo.give()).isEqualTo("whole");
            assertThat(known.contains(c.location())).isEqualTo(told.length > 2);
          });
    }
  }

  private FakeServer[] all() {
    return servers.toArray(FakeServer[]::new);
  }
}
