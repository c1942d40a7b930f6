package org.g2cl.loadtest.node;

import org.g2cl.loadtest.bed.BedException;
import org.g2cl.sample.cart.web.WebNode;
import org.g2cl.sample.cart.web.WebNodeException;
import org.g2cl.sample.cart.web.WebSettings;

/** The shop's pages in embedded Tomcat. */
public final class ShopNode {
  private static final int THREADS = 256;

  /** By default OpenEJB's client looks through the stack of each call for a JAAS login. */
  private static final String IDENTITY = "openejb.client.identityResolver";

  private ShopNode() {}

  /**
   * Starts a web node; on return it serves.
   *
   * @param host address to listen on
   * @param servers business nodes to begin with, {@code host:port,host:port}
   * @throws BedException when the port is taken
   */
  public static AutoCloseable start(String name, String host, int port, String servers) {
    System.getProperties().putIfAbsent(IDENTITY, "simple"); // the shop logs nobody in
    try {
      WebNode node =
          WebNode.start(
              WebSettings.of(name, servers)
                  .withAddress(host)
                  .withPort(port)
                  .withMaxThreads(THREADS));
      return node;
    } catch (WebNodeException e) {
      throw BedException.environment(e.getMessage(), e);
    }
  }
}
