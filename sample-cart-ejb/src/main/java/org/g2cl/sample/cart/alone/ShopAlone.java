package org.g2cl.sample.cart.alone;

import jakarta.ejb.embeddable.EJBContainer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.g2cl.sample.cart.CartDatabase;
import org.g2cl.sample.cart.web.WebNode;
import org.g2cl.sample.cart.web.WebSettings;

/**
 * One business node (plain embedded OpenEJB, so nothing is replicated) and one web node, in this
 * JVM. A JVM holds one of them at a time, as OpenEJB does.
 */
public final class ShopAlone implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int LOWEST_PORT = 10_000;
  private static final int HIGHEST_PORT = 32_000;
  private static final int ATTEMPTS = 100;

  private final EJBContainer business;
  private final WebNode web;

  private ShopAlone(EJBContainer business, WebNode web) {
    this.business = business;
    this.web = web;
  }

  /**
   * Makes the database's tables, then starts both nodes on 127.0.0.1.
   *
   * @param webPort the web node's port; 0 takes a free one
   * @throws org.g2cl.sample.cart.CartDatabaseException if the database cannot be used
   * @throws org.g2cl.sample.cart.web.WebNodeException if the port is taken
   */
  public static ShopAlone start(String jdbcUrl, String user, String password, int webPort)
      throws IOException {
    CartDatabase.at(jdbcUrl, user, password).create();
    int ejbPort = freePort();
    Properties properties = CartDatabase.openEjbProperties(jdbcUrl, user, password);
    properties.putAll(server(ejbPort));
    EJBContainer business = EJBContainer.createEJBContainer(properties);
    try {
      String provider = "ejbd://" + LOOPBACK + ":" + ejbPort;
      return new ShopAlone(
          business, WebNode.start(WebSettings.of("web1", provider).withPort(webPort)));
    } catch (RuntimeException e) {
      business.close();
      throw e;
    }
  }

  private static Properties server(int port) {
    Properties properties = new Properties();
    properties.setProperty("openejb.embedded.remotable", "true");
    properties.setProperty("openejb.deployments.classpath.include", ".*sample-cart-ejb.*");
    properties.setProperty("ejbd.bind", LOOPBACK);
    properties.setProperty("ejbd.port", Integer.toString(port));
    for (String service : new String[] {"ejbds", "admin", "httpejbd", "multicast"}) {
      properties.setProperty(service + ".disabled", "true");
    }
    return properties;
  }

  /** Lies below the ports of outgoing connections, which could take it before it is opened. */
  private static int freePort() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException(
        "%d ports between %d and %d of %s were tried, and none is free: end what holds them"
            .formatted(ATTEMPTS, LOWEST_PORT, HIGHEST_PORT, LOOPBACK));
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** The presentation tier. */
  public WebNode web() {
    return web;
  }

  /** Stops both nodes. */
  @Override
  public void close() {
    web.close();
    business.close();
  }
}
