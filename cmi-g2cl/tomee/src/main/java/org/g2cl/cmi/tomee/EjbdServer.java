package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Properties;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryAgent;
import org.apache.openejb.server.ServerService;
import org.apache.openejb.server.ServiceException;
import org.apache.openejb.server.ServiceManager;
import org.apache.openejb.server.ServicePool;
import org.apache.openejb.server.Unwrappable;

/**
 * The ejbd listener that this code opens, of an embedded node or of a server without one: one port,
 * one thread per open connection.
 */
final class EjbdServer implements AutoCloseable {
  /** A client speaks as soon as it is connected. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  /** Threads that nobody has use for are a number misspelt. */
  static final int MOST_THREADS = 100_000;

  private final String host;
  private final int port;
  private final ServerService service;
  private final ServicePool pool;
  private boolean started;

  private EjbdServer(String host, int port, ServerService service, ServicePool pool) {
    this.host = host;
    this.port = port;
    this.service = service;
    this.pool = pool;
  }

  /**
   * Checks that a port can be bound, before anything else starts.
   *
   * @throws IllegalStateException when it cannot; the message says which and why
   */
  static void requireFree(String host, int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw taken(host, port, e);
    }
  }

  private static IllegalStateException taken(String host, int port, Exception cause) {
    return new IllegalStateException(
        "%s:%d: ejbd cannot listen there (%s); stop what does, or choose another port"
            .formatted(host, port, cause.getMessage()),
        cause);
  }

  /** Prepares ejbd in the OpenEJB that runs in this JVM. */
  static EjbdServer create(String host, int port, int threads, DiscoveryAgent agent) {
    return create(host, port, threads, agent, LONGEST_SILENCE);
  }

  /**
   * Prepares ejbd.
   *
   * @param longestSilence after which a connection is closed that has said nothing yet
   */
  static EjbdServer create(
      String host, int port, int threads, DiscoveryAgent agent, Duration longestSilence) {
    SystemInstance.get().setComponent(DiscoveryAgent.class, agent);
    var properties = new Properties();
    properties.setProperty("name", "ejbd");
    properties.setProperty("bind", host);
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("threads", Integer.toString(threads));
    // With fewer core threads, connections would wait for one although the pool may grow.
    properties.setProperty("threadsCore", Integer.toString(threads));
    properties.setProperty("backlog", "200");
    properties.setProperty("discovery", "ejb:ejbd://{bind}:{port}");
    ServerService service =
        ServiceManager.manage("ejbd", properties, new SpeakingEjbServer(longestSilence));
    try {
      service.init(properties);
    } catch (Exception e) {
      throw new IllegalStateException("ejbd cannot be configured: " + e.getMessage(), e);
    }
    ServicePool pool = ((Unwrappable) service).unwrap(ServicePool.class);
    pool.getThreadPool().allowCoreThreadTimeOut(true); // a minute without a connection
    return new EjbdServer(host, port, service, pool);
  }

  /** Opens the port. */
  void start() {
    try {
      service.start();
      started = true;
    } catch (ServiceException e) {
      throw taken(host, port, e);
    }
  }

  /**
   * Closes the port and idle connections; requests that run are answered. Then the threads end,
   * which OpenEJB would keep for good (checked with 10.0.0-M2).
   */
  @Override
  public void close() {
    if (!started) {
      return;
    }
    started = false;
    try {
      service.stop();
    } catch (ServiceException e) {
      throw new IllegalStateException("%s:%d: ejbd cannot be stopped".formatted(host, port), e);
    } finally {
      pool.getThreadPool().shutdown();
    }
  }
}
