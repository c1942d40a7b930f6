package org.g2cl.sample.cart.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.http.Rfc6265CookieProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of the presentation tier: an embedded Tomcat with the shop in it.
 *
 * <p>It starts without the business tier, which is called only when a request needs it. Safe for
 * use by many threads.
 */
public final class WebNode implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WebNode.class);
  private static final int MAX_SESSIONS = 50_000;
  private static final int MAX_FORM_BYTES = 16 * 1024;

  private final WebSettings settings;
  private final Tomcat tomcat;
  private final Path workDirectory;

  private WebNode(WebSettings settings) throws IOException {
    this.settings = settings;
    workDirectory = Files.createTempDirectory("cart-web-" + settings.jvmRoute() + "-");
    tomcat = new Tomcat();
  }

  /**
   * Starts a node; it serves when this returns.
   *
   * @throws WebNodeException if the port is taken or Tomcat cannot start; nothing is left running
   */
  public static WebNode start(WebSettings settings) {
    try {
      WebNode node = new WebNode(settings);
      node.startTomcat();
      return node;
    } catch (IOException e) {
      throw new WebNodeException(
          "The web node " + settings.jvmRoute() + " cannot make its work directory: " + e, e);
    }
  }

  private void startTomcat() {
    tomcat.setBaseDir(workDirectory.toString());
    tomcat.getEngine().setJvmRoute(settings.jvmRoute());
    tomcat.getHost().setAutoDeploy(false);
    tomcat.setConnector(connector());
    addShop();
    try {
      tomcat.start();
    } catch (LifecycleException e) {
      close();
      throw new WebNodeException(
          "The web node "
              + settings.jvmRoute()
              + " cannot listen on "
              + settings.address()
              + ":"
              + settings.port()
              + " ("
              + rootMessage(e)
              + "). If the port is taken, end what listens there or choose another port; the address"
              + " must be one of this machine's.",
          e);
    }
    log.info("{}: serves {} from {}", settings.jvmRoute(), url(), settings.providerUrl());
  }

  private static String rootMessage(Throwable problem) {
    Throwable root = problem;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  private Connector connector() {
    Connector connector = new Connector();
    connector.setPort(settings.port());
    connector.setThrowOnFailure(true);
    connector.setXpoweredBy(false);
    connector.setMaxPostSize(MAX_FORM_BYTES);
    connector.setMaxParameterCount(20);
    connector.setProperty("address", settings.address());
    connector.setProperty("maxThreads", Integer.toString(settings.maxThreads()));
    connector.setProperty("minSpareThreads", "4");
    connector.setProperty("acceptCount", "200");
    connector.setProperty("maxConnections", "1000");
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "60000");
    connector.setProperty("connectionTimeout", "20000");
    return connector;
  }

  private void addShop() {
    StandardContext context = (StandardContext) tomcat.addContext("", workDirectory.toString());
    context.setSessionTimeout((int) settings.sessionTimeout().toMinutes());
    context.setManager(sessions());
    Rfc6265CookieProcessor cookies = new Rfc6265CookieProcessor();
    cookies.setSameSiteCookies("lax");
    context.setCookieProcessor(cookies);
    leaveTheJvmAlone(context);
    Tomcat.addServlet(context, "shop", new ShopServlet(settings));
    for (String pattern : new String[] {"/shop/*", "/health", ""}) {
      context.addServletMappingDecoded(pattern, "shop");
    }
  }

  private static StandardManager sessions() {
    StandardManager manager = new StandardManager();
    manager.setPathname(null); // sessions are not written to disk: carts live on the business tier
    manager.setMaxActiveSessions(MAX_SESSIONS);
    return manager;
  }

  /**
   * The JVM is this node's own, or a test's: Tomcat's repairs for redeployment have no place in it.
   */
  private static void leaveTheJvmAlone(StandardContext context) {
    context.setClearReferencesRmiTargets(false);
    context.setClearReferencesThreadLocals(false);
    context.setClearReferencesObjectStreamClassCaches(false);
    context.setRenewThreadsWhenStoppingContext(false);
  }

  /** The port that it listens on. */
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** The address of the shop's root, such as {@code http://127.0.0.1:8081}. */
  public String url() {
    return "http://" + settings.address() + ":" + port();
  }

  /**
   * Stops listening, lets running requests end for a few seconds, and deletes the work directory.
   * Never throws.
   */
  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      log.warn("{}: Tomcat did not stop cleanly", settings.jvmRoute(), e);
    }
    deleteWorkDirectory();
  }

  private void deleteWorkDirectory() {
    try (Stream<Path> files = Files.walk(workDirectory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      log.debug("{}: {} stays behind", settings.jvmRoute(), workDirectory, e);
    }
  }
}
