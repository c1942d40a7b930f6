package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.stream.Collectors;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.ClientMetaData;
import org.apache.openejb.client.LogoutRequest;
import org.apache.openejb.client.LogoutResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ends of logins, at servers that the client has logged a caller in at. */
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // the API under test
class LogOutTest {
  private final List<FakeServer> servers = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    for (int i = 0; i < 4; i++) {
      servers.add(new FakeServer(LogOutTest::serve));
    }
  }

  @AfterEach
  void close() {
    servers.forEach(FakeServer::close);
  }

  private static Response serve(FakeServer server, Request request) {
    if (request instanceof AuthenticationRequest) {
      var answer = new AuthenticationResponse(ResponseCodes.AUTH_GRANTED);
      answer.setIdentity(new ClientMetaData("token of " + server.location()));
      return answer;
    }
    return request instanceof LogoutRequest
        ? new LogoutResponse(ResponseCodes.LOGOUT_SUCCESS)
        : FakeBeans.serve(server, request);
  }

  private Context context(String readTimeout) throws NamingException {
    var environment = new Hashtable<String, String>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.put(
        Context.PROVIDER_URL,
        servers.stream().map(s -> s.location().toString()).collect(Collectors.joining(",")));
    environment.put(Context.SECURITY_PRINCIPAL, "anna");
    environment.put(Context.SECURITY_CREDENTIALS, "secret");
    environment.put(ClientSetting.READ_TIMEOUT.key(), readTimeout);
    return new InitialContext(environment);
  }

  private void callEachServer(Context context) throws NamingException {
    Echo echo = (Echo) context.lookup("EchoRemote");
    for (int i = 0; i < servers.size(); i++) {
      echo.say("in turn");
    }
    assertThat(servers).allMatch(server -> count(server, AuthenticationRequest.class) == 1);
  }

  private static long count(FakeServer server, Class<?> kind) {
    return server.requests().stream().filter(kind::isInstance).count();
  }

  @Test
  void shouldLogOutWhereverTheClientHasLoggedIn() throws Exception {
    Context context = context("PT30S");
    callEachServer(context);

    context.close();

    assertThat(servers).allMatch(server -> count(server, LogoutRequest.class) == 1);
  }

  @Test
  void shouldTakeTheTimeOfOneSilenceAndReachAllOthersWhenServersAreSilent() throws Exception {
    Context context = context("PT6S");
    callEachServer(context);
    FakeServer living = servers.get(3);
    servers.subList(0, 3).forEach(FakeServer::stopReading);

    long begin = System.nanoTime();
    context.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    assertThat(count(living, LogoutRequest.class)).isOne();
  }
}
