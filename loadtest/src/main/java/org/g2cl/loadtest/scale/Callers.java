package org.g2cl.loadtest.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.g2cl.loadtest.load.LoadException;

/** Threads of this JVM that call sessions of the ballast bean, each its own share of them. */
final class Callers implements AutoCloseable {
  private static final String NAME = "BallastBeanRemote";

  /** OpenEJB's client tells each context; kept here, as a logger that nobody holds forgets. */
  private static final Logger CLIENT_LOG = Logger.getLogger("org.apache.openejb.client");

  private static final long LONGEST_MICROS = 60_000_000;

  private final ExecutorService threads;
  private final int callers;
  private final Context context;
  private final List<List<Ballast>> shares = new ArrayList<>();
  private int sessions;
  private int bytes;

  /**
   * @param servers business nodes, {@code host:port,host:port}
   */
  Callers(String servers, int callers) {
    CLIENT_LOG.setLevel(Level.WARNING);
    this.callers = callers;
    this.threads = Executors.newFixedThreadPool(callers);
    IntStream.range(0, callers).forEach(i -> shares.add(new ArrayList<>()));
    Properties environment = new Properties();
    environment.setProperty(
        Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.setProperty(Context.PROVIDER_URL, servers);
    try {
      context = new InitialContext(environment);
    } catch (NamingException e) {
      throw new LoadException("the business nodes cannot be reached: " + e.getMessage(), e);
    }
  }

  /** Makes so many sessions exist, each with a state of so many bytes. */
  void prepare(int wantedSessions, int wantedBytes) {
    if (wantedSessions < sessions) {
      inParallel(share -> share.forEach(Ballast::end));
      shares.forEach(List::clear);
      sessions = 0;
    }
    boolean resized = wantedBytes != bytes;
    int more = wantedSessions - sessions;
    int[] wanted =
        IntStream.range(0, callers)
            .map(i -> shares.get(i).size() + more / callers + (i < more % callers ? 1 : 0))
            .toArray();
    inParallel(
        share -> {
          if (resized) {
            share.forEach(session -> session.load(wantedBytes));
          }
          int size = wanted[indexOf(share)];
          while (share.size() < size) {
            Ballast session = create();
            session.load(wantedBytes);
            share.add(session);
          }
        });
    sessions = wantedSessions;
    bytes = wantedBytes;
  }

  private int indexOf(List<Ballast> share) {
    for (int i = 0; i < callers; i++) {
      if (shares.get(i) == share) { // two shares may hold equal lists
        return i;
      }
    }
    throw new IllegalArgumentException("not a share of these callers");
  }

  /** Calls sessions at random for a time; returns the response times in microseconds. */
  Histogram call(Duration length, boolean delta) {
    Histogram times = new ConcurrentHistogram(LONGEST_MICROS, 3);
    long end = System.nanoTime() + length.toNanos();
    inParallel(
        share -> {
          ThreadLocalRandom random = ThreadLocalRandom.current();
          while (!share.isEmpty() && System.nanoTime() < end) {
            Ballast session = share.get(random.nextInt(share.size()));
            long begin = System.nanoTime();
            if (delta) {
              session.touch(random.nextInt(1 << 30));
            } else {
              session.churn(random.nextLong());
            }
            times.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - begin) / 1_000));
          }
        });
    return times;
  }

  @SuppressWarnings("BanJNDI") // the name is a constant, the servers are nodes of our own
  private Ballast create() {
    try {
      synchronized (context) {
        return (Ballast) context.lookup(NAME);
      }
    } catch (NamingException e) {
      throw new LoadException("a session cannot be created: " + e.getMessage(), e);
    }
  }

  /** Work on the sessions of one thread. */
  private interface Work {
    void on(List<Ballast> share);
  }

  private void inParallel(Work work) {
    CompletableFuture<?>[] all =
        shares.stream()
            .map(share -> CompletableFuture.runAsync(() -> work.on(share), threads))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof LoadException failure) {
        throw failure;
      }
      throw new LoadException("a call failed: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      context.close();
    } catch (NamingException e) {
      throw new LoadException("the client cannot be closed: " + e.getMessage(), e);
    }
  }
}
