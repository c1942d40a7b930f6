package org.g2cl.bench.node;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
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
    long start = System.nanoTime();
    Histogram all = measure(client, arguments.with("pauseMicros", 0));
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Load(
        all.getTotalCount(), seconds, all.getValueAtPercentile(50), all.getValueAtPercentile(99));
  }

  /** Times of the calls in microseconds. */
  static Histogram measure(Client client, Arguments arguments) throws Exception {
    int lines = arguments.number("lines");
    long pauseNanos = arguments.number("pauseMicros") * 1_000L;
    List<Basket> sessions = client.sessions(arguments.number("callers"));
    long end = System.nanoTime() + arguments.longNumber("millis") * 1_000_000;
    ExecutorService threads = Executors.newFixedThreadPool(sessions.size());
    try {
      List<Callable<Histogram>> callers = new ArrayList<>();
      sessions.forEach(basket -> callers.add(() -> call(basket, lines, pauseNanos, end)));
      Histogram all = histogram();
      for (Future<Histogram> caller : threads.invokeAll(callers)) {
        all.add(caller.get());
      }
      return all;
    } finally {
      threads.shutdown();
    }
  }

  private static Histogram call(Basket basket, int lines, long pauseNanos, long end) {
    Histogram micros = histogram();
    for (long now = System.nanoTime(); now < end; ) {
      Client.change(basket, lines);
      long then = System.nanoTime();
      micros.recordValue(Math.min((then - now) / 1_000, LONGEST_MICROS));
      if (pauseNanos > 0) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2 * pauseNanos));
        then = System.nanoTime();
      }
      now = then;
    }
    return micros;
  }

  static Histogram histogram() {
    return new Histogram(LONGEST_MICROS, DIGITS);
  }

  static String encode(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  static Histogram decode(String encoded) {
    return Histogram.decodeFromByteBuffer(
        ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), LONGEST_MICROS);
  }
}
