package org.g2cl.sample.cart.alone;

import jakarta.ejb.embeddable.EJBContainer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Properties;
import org.g2cl.sample.cart.CartDatabase;
import org.g2cl.sample.cart.web.WebNode;
import org.g2cl.sample.cart.web.WebSettings;

/**
 * One business node (plain embedded OpenEJB, so nothing is replicated) and one web node, in this
 * JVM. A JVM holds one of them at a time, as OpenEJB does.
 */
public final class ShopAlone implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

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

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
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
