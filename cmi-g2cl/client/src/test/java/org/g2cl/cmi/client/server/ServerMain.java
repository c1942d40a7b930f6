package org.g2cl.cmi.client.server;

import jakarta.ejb.embeddable.EJBContainer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryAgent;
import org.apache.openejb.server.DiscoveryListener;
import org.apache.openejb.server.DiscoveryRegistry;

/**
 * Server process: says READY, and takes lines {@code +host:port} and {@code -host:port} that change
 * the list of servers which it tells its clients. Ends with its input.
 */
public final class ServerMain {
  private ServerMain() {}

  /** Starts the server. */
  @SuppressWarnings("SystemOut") // the way a process talks to the test that started it
  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("openejb.embedded.remotable", "true");
    properties.setProperty("openejb.deployments.classpath.include", ".*test-classes.*");
    properties.setProperty("ejbd.bind", "127.0.0.1");
    properties.setProperty("ejbd.port", System.getProperty("port"));
    properties.setProperty("ejbd.threads", "256");
    properties.setProperty("ejbd.threadsCore", "256");
    for (String service : new String[] {"ejbds", "admin", "httpejbd", "multicast"}) {
      properties.setProperty(service + ".disabled", "true");
    }
    EJBContainer container = EJBContainer.createEJBContainer(properties);
    try {
      Servers servers = new Servers();
      SystemInstance.get().getComponent(DiscoveryRegistry.class).addDiscoveryAgent(servers);
      System.out.println("READY");
      servers.follow(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    } finally {
      container.close();
    }
  }

  private static final class Servers implements DiscoveryAgent {
    private volatile DiscoveryListener listener;

    void follow(BufferedReader lines) throws IOException {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        URI uri = URI.create("ejb:ejbd://" + line.substring(1));
        if (line.startsWith("+")) {
          listener.serviceAdded(uri);
        } else {
          listener.serviceRemoved(uri);
        }
      }
    }

    @Override
    public void setDiscoveryListener(DiscoveryListener next) {
      listener = next;
    }

    @Override
    public void registerService(URI uri) {}

    @Override
    public void unregisterService(URI uri) {}

    @Override
    public void reportFailed(URI uri) {}
  }
}
