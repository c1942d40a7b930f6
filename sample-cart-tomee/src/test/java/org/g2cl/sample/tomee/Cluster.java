package org.g2cl.sample.tomee;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.g2cl.cmi.client.ClientSetting;
import org.g2cl.cmi.client.HaContextFactory;
import org.jboss.arquillian.container.test.api.ContainerController;

/** The two servers of the bed in the hands of a test, and its client. */
final class Cluster {
  private final ContainerController controller;
  private final Bed bed;

  Cluster(ContainerController controller) throws IOException, SQLException {
    this.controller = controller;
    this.bed = Bed.bed();
  }

  Bed bed() {
    return bed;
  }

  /** Starts what does not run. */
  void start() {
    start(bed.a());
    start(bed.b());
  }

  /** On return the server is a member and serves; Arquillian returns when it listens for HTTP. */
  void start(TomEE server) {
    if (!server.runs()) {
      forget(server);
      controller.start(server.name());
    }
    awaitBeans(server);
  }

  /**
   * Tomcat's realm, which checks logins, starts after the port of ejbd, and before HTTP answers.
   */
  private static void awaitBeans(TomEE server) {
    try {
      Awaitility.await("server " + server.name() + " serves beans or has ended")
          .atMost(Duration.ofMinutes(4))
          .until(() -> serves(server.ports()) || !server.runs());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\n" + server.state(), e);
    }
    if (!server.runs()) {
      throw new AssertionError("ended while it started: " + server.state());
    }
  }

  private static boolean serves(TomEE.Ports ports) {
    return Loopback.listens(ports.ejbd()) && Loopback.answersHttp(ports.http());
  }

  /** {@code kill -9} of the server that serves a location; gives the other one. */
  TomEE kill(String location) {
    TomEE server = bed.at(location);
    ProcessHandle process = server.process();
    process.destroyForcibly();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !process.isAlive());
    return bed.otherThan(server);
  }

  void stop(TomEE server) {
    controller.stop(server.name());
  }

  /** Tells Arquillian of a server that died without it. */
  private void forget(TomEE server) {
    if (controller.isStarted(server.name())) {
      controller.kill(server.name());
    }
  }

  /** A new session, or what else is bound to the name of the bean's remote view. */
  <T> T lookup(Class<T> view, String name) throws NamingException {
    return lookup(view, name, new Properties());
  }

  /** A new session at the server that is first among those that run; always the same one. */
  <T> T lookupAtFirst(Class<T> view, String name) throws NamingException {
    var policy = new Properties();
    policy.put(ClientSetting.POLICY.key(), "FirstAvailable");
    return lookup(view, name, policy);
  }

  @SuppressWarnings("BanJNDI") // what a client does
  <T> T lookup(Class<T> view, String name, Properties more) throws NamingException {
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.put(Context.PROVIDER_URL, bed.provider());
    environment.putAll(more);
    return view.cast(new InitialContext(environment).lookup(name));
  }
}
