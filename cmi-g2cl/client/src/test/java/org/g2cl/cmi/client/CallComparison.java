package org.g2cl.cmi.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.client.server.Clock;
import org.g2cl.cmi.client.server.Counter;

/**
 * Compares plain calls over this client with those over OpenEJB's own, on loopback, in one run, in
 * turns. Not a test: run its main method with the test class path, for a minute.
 */
final class CallComparison {
  private static final int ROUNDS = 4;
  private static final long NANOS = 1_200_000_000L;

  private CallComparison() {}

  @SuppressWarnings("SystemOut") // a command-line program
  public static void main(String[] arguments) throws Exception {
    try (ServerProcess server = ServerProcess.start()) {
      server.awaitReady();
      for (int threads : new int[] {1, 16}) {
        for (String bean : new String[] {"stateless", "stateful"}) {
          List<long[]> stock = new ArrayList<>();
          List<long[]> ours = new ArrayList<>();
          for (int round = 0; round <= ROUNDS; round++) {
            long[] first =
                run(server, "org.apache.openejb.client.RemoteInitialContextFactory", bean, threads);
            long[] second = run(server, HaContextFactory.class.getName(), bean, threads);
            if (round > 0) { // the first one warms up
              stock.add(first);
              ours.add(second);
            }
          }
          System.out.printf(
              "%-9s %2d threads: stock %s, ours %s%n", bean, threads, text(stock), text(ours));
        }
      }
    }
  }

  @SuppressWarnings("NarrowCalculation")
  private static String text(List<long[]> rounds) {
    long[] all = rounds.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    return "%6.0f calls/s, median %d us, p99 %d us"
        .formatted(
            all.length * 1e9 / (NANOS * rounds.size()),
            all[all.length / 2] / 1_000,
            all[(int) (all.length * 0.99)] / 1_000);
  }

  /** Times of all calls, in nanoseconds. */
  private static long[] run(ServerProcess server, String factory, String bean, int threads)
      throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    long end = System.nanoTime() + NANOS;
    List<Future<List<Long>>> parts = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Runnable call = call(server, factory, bean);
      parts.add(executor.submit(loop(call, end)));
    }
    List<Long> times = new ArrayList<>();
    for (Future<List<Long>> part : parts) {
      times.addAll(part.get());
    }
    executor.shutdown();
    return times.stream().mapToLong(Long::longValue).toArray();
  }

  private static Callable<List<Long>> loop(Runnable call, long end) {
    return () -> {
      List<Long> times = new ArrayList<>();
      for (long now = System.nanoTime(); now < end; ) {
        call.run();
        long after = System.nanoTime();
        times.add(after - now);
        now = after;
      }
      return times;
    };
  }

  @SuppressWarnings({"BanJNDI", "JdkObsolete", "ReturnValueIgnored"}) // the API under test
  private static Runnable call(ServerProcess server, String factory, String bean)
      throws NamingException {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, factory);
    environment.put(Context.PROVIDER_URL, "ejbd://" + server.location());
    Context context = new InitialContext(environment);
    if (bean.equals("stateless")) {
      Clock clock = (Clock) context.lookup("ClockBeanRemote");
      return clock::port;
    }
    Counter counter = (Counter) context.lookup("CounterBeanRemote");
    return counter::increment;
  }
}
