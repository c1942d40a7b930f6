package org.g2cl.sample.jonas.client;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.sample.jonas.bean.Cart;
import org.ow2.cmi.ejb2_1.rpc.ha.HAEJBObjectInvocationHandler;

/**
 * Clients that call their carts one call after the other, all in one process.
 *
 * <p>Each thread looks the home up itself and was started before any call was made: CMI's client
 * hands the context of a call down to threads that are started later.
 *
 * <p>Obeys lines {@code SECONDS CLIENTS}; answers {@code RESULT calls failed mean p50 p95 p99},
 * times in microseconds. Ends with its standard input.
 */
public final class LoadClient {
  private static final String[] PRODUCTS = {"P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7"};

  private final String servers;
  private final List<Shopper> shoppers = new ArrayList<>();
  private volatile long until;
  private final AtomicInteger failed = new AtomicInteger();

  private LoadClient(String servers) {
    this.servers = servers;
  }

  /**
   * Starts the clients.
   *
   * @param arguments servers, greatest number of clients
   */
  public static void main(String[] arguments) throws Exception {
    LoadClient client = new LoadClient(arguments[0]);
    client.open(Integer.parseInt(arguments[1]));
    System.out.println("READY load");
    java.io.BufferedReader commands =
        new java.io.BufferedReader(
            new java.io.InputStreamReader(System.in, java.nio.charset.StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.trim().split(" ", -1);
      System.out.println(
          "RESULT " + client.run(Double.parseDouble(words[0]), Integer.parseInt(words[1])));
    }
    System.exit(0);
  }

  private void open(int count) throws InterruptedException {
    CountDownLatch opened = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      Shopper shopper = new Shopper(opened);
      shoppers.add(shopper);
      shopper.start();
    }
    opened.await();
    if (failed.get() > 0) {
      throw new IllegalStateException(failed.get() + " carts could not be opened");
    }
  }

  private String run(double seconds, int count) throws InterruptedException {
    until = System.nanoTime() + (long) (seconds * 1e9);
    failed.set(0);
    CountDownLatch done = new CountDownLatch(count);
    for (Shopper shopper : shoppers.subList(0, count)) {
      shopper.go(done);
    }
    done.await();
    long[] times = new long[0];
    int length = 0;
    for (Shopper shopper : shoppers.subList(0, count)) {
      times = Arrays.copyOf(times, length + shopper.calls);
      System.arraycopy(shopper.times, 0, times, length, shopper.calls);
      length += shopper.calls;
    }
    Arrays.sort(times);
    double mean = Arrays.stream(times).average().orElse(0) / 1e3;
    return length
        + " "
        + failed.get()
        + " "
        + Math.round(mean)
        + " "
        + at(times, 0.5)
        + " "
        + at(times, 0.95)
        + " "
        + at(times, 0.99);
  }

  private static long at(long[] sorted, double share) {
    return sorted.length == 0
        ? 0
        : sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))] / 1_000;
  }

  /** One client. */
  private final class Shopper extends Thread {
    private final CountDownLatch opened;
    private final java.util.concurrent.SynchronousQueue<CountDownLatch> orders =
        new java.util.concurrent.SynchronousQueue<>();
    private long[] times = new long[10_000];
    private int calls;
    private long sequence;

    Shopper(CountDownLatch opened) {
      this.opened = opened;
      setDaemon(true);
    }

    void go(CountDownLatch done) throws InterruptedException {
      orders.put(done);
    }

    @Override
    public void run() {
      try {
        Cart cart;
        try {
          cart = open();
        } finally {
          opened.countDown();
        }
        while (true) {
          CountDownLatch done = orders.take();
          shop(cart);
          done.countDown();
        }
      } catch (Exception e) {
        failed.incrementAndGet();
        System.out.println("a client ends: " + e);
      }
    }

    /**
     * One after the other: CMI's client that is asked for an object by several threads before it
     * knows it gives all but the first a cart without replication.
     */
    private Cart open() throws Exception {
      synchronized (LoadClient.this) {
        Cart cart = new Shop(servers).create();
        if (!(Proxy.getInvocationHandler(cart) instanceof HAEJBObjectInvocationHandler)) {
          throw new IllegalStateException("its cart is not replicated");
        }
        return cart;
      }
    }

    private void shop(Cart cart) {
      calls = 0;
      while (System.nanoTime() < until) {
        long begin = System.nanoTime();
        try {
          sequence++;
          cart.insert(sequence, PRODUCTS[(int) (sequence % PRODUCTS.length)], 1);
        } catch (Exception e) {
          failed.incrementAndGet();
        }
        if (calls == times.length) {
          times = Arrays.copyOf(times, 2 * calls);
        }
        times[calls++] = System.nanoTime() - begin;
      }
    }
  }
}
