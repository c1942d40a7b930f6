package org.g2cl.bench.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.NamingException;
import org.g2cl.bench.worker.Arguments;

/**
 * Tasks that each need a session for one call.
 *
 * <p>A task takes a session that another has finished with, or creates one, fills it, which makes
 * it as good as new, calls it and puts it back; when as many as may be kept are kept, it ends it.
 */
final class Recycling {
  private final Client client;
  private final int lines;
  private final BlockingQueue<Basket> kept;
  private final AtomicInteger left;

  private Recycling(Client client, int lines, int keep, int tasks) {
    this.client = client;
    this.lines = lines;
    this.kept = keep == 0 ? null : new ArrayBlockingQueue<>(keep);
    this.left = new AtomicInteger(tasks);
  }

  /** Seconds that the tasks took. */
  static double run(Client client, Arguments arguments) throws Exception {
    Recycling recycling =
        new Recycling(
            client, arguments.number("lines"), arguments.number("keep"), arguments.number("tasks"));
    return recycling.run(arguments.number("callers"));
  }

  private double run(int callers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        work.add(this::perform);
      }
      long start = System.nanoTime();
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      return (System.nanoTime() - start) / 1e9;
    } finally {
      threads.shutdown();
      if (kept != null) {
        kept.forEach(Basket::end);
      }
    }
  }

  private Void perform() throws NamingException {
    while (left.getAndDecrement() > 0) {
      Basket basket = take();
      Client.change(basket, lines);
      if (kept == null || !kept.offer(basket)) {
        basket.end();
      }
    }
    return null;
  }

  private Basket take() throws NamingException {
    Basket finished = kept == null ? null : kept.poll();
    if (finished == null) {
      return client.create(lines);
    }
    finished.fill(lines);
    return finished;
  }
}
