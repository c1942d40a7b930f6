package org.g2cl.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Simulations of many seeds, as many at a time as there are processors. */
public final class Campaign {
  private Campaign() {}

  /**
   * Sums of a campaign.
   *
   * @param seeds seeds run
   * @param failed those with a violation
   * @param acknowledged requests answered
   * @param unanswered requests given up by their client
   * @param sessions that were created, as their client was told
   * @param lost those all of whose copies in step crashed at a time
   */
  public record Sums(
      long seeds, List<Long> failed, long acknowledged, long unanswered, long sessions, long lost) {
    private Sums plus(Result result) {
      List<Long> all = new ArrayList<>(failed);
      if (!result.violations().isEmpty()) {
        all.add(result.seed());
      }
      return new Sums(
          seeds + 1,
          List.copyOf(all),
          acknowledged + result.acknowledged(),
          unanswered + result.unanswered(),
          sessions + result.sessions(),
          lost + result.lost());
    }
  }

  /**
   * Runs the seeds one after another in their order, several at a time.
   *
   * @param first first seed
   * @param count number of seeds
   * @param each is told each result, in the order of the seeds
   * @throws InterruptedException when interrupted; simulations that run are left to end
   */
  public static Sums run(Plan plan, long first, long count, Consumer<Result> each)
      throws InterruptedException {
    AtomicInteger threads = new AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            body -> thread(threads.getAndIncrement(), body));
    try {
      int ahead = 4 * Runtime.getRuntime().availableProcessors();
      List<Future<Result>> running = new ArrayList<>();
      Sums sums = new Sums(0, List.of(), 0, 0, 0, 0);
      long[] seeds = LongStream.range(first, first + count).toArray();
      for (int i = 0; i < seeds.length + ahead; i++) {
        if (i < seeds.length) {
          long seed = seeds[i];
          running.add(pool.submit(() -> Simulation.run(seed, plan)));
        }
        if (i >= ahead && !running.isEmpty()) {
          Result result = running.remove(0).get();
          each.accept(result);
          sums = sums.plus(result);
        }
      }
      return sums;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a simulation ended with an error", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread thread(int number, Runnable body) {
    Runnable kept =
        () -> {
          Processor.keepTo(number);
          body.run();
        };
    Thread thread = new Thread(kept, "simulation");
    thread.setDaemon(true);
    return thread;
  }
}
