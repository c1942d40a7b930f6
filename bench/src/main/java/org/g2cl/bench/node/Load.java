package org.g2cl.bench.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.g2cl.bench.worker.Arguments;

/**
 * Callers in a closed loop, each with a session of its own.
 *
 * @param calls calls that were answered
 * @param seconds from the first call to the last answer
 * @param median time of a call, microseconds
 * @param p99 99 of a hundred calls took less, microseconds
 */
record Load(long calls, double seconds, double median, double p99) {
  private static final long LONGEST_MICROS = 60_000_000;
  private static final int DIGITS = 3;

  static Load run(Client client, Arguments arguments) throws Exception {
    int lines = arguments.number("lines");
    List<Basket> sessions = client.sessions().subList(0, arguments.number("callers"));
    long start = System.nanoTime();
    long end = start + arguments.longNumber("millis") * 1_000_000;
    ExecutorService threads = Executors.newFixedThreadPool(sessions.size());
    try {
      List<Callable<Histogram>> callers = new ArrayList<>();
      sessions.forEach(basket -> callers.add(() -> call(basket, lines, end)));
      Histogram all = new Histogram(LONGEST_MICROS, DIGITS);
      for (Future<Histogram> caller : threads.invokeAll(callers)) {
        all.add(caller.get());
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Load(
          all.getTotalCount(), seconds, all.getValueAtPercentile(50), all.getValueAtPercentile(99));
    } finally {
      threads.shutdown();
    }
  }

  private static Histogram call(Basket basket, int lines, long end) {
    Histogram micros = new Histogram(LONGEST_MICROS, DIGITS);
    for (long now = System.nanoTime(); now < end; ) {
      Client.change(basket, lines);
      long then = System.nanoTime();
      micros.recordValue(Math.min((then - now) / 1_000, LONGEST_MICROS));
      now = then;
    }
    return micros;
  }
}
