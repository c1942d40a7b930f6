package org.g2cl.loadtest.soak;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.g2cl.loadtest.audit.Collector;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.audit.Orders;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.NodeProcess;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.load.Shopper;

/** Bed under a soak, with its clients and its accounts. */
final class SoakBed implements AutoCloseable {
  private final BedSettings settings;
  private final Workspace workspace;
  private final TestBed bed;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private List<Shopper> shoppers = List.of();
  private long[] good;
  private Orders orders;
  private long firstOrder;

  SoakBed(BedSettings settings, Tools tools) {
    this.settings = settings;
    this.workspace = Workspace.take(settings.directory());
    this.bed = new TestBed(settings, tools, ready -> {});
  }

  void start(int clients) {
    bed.start();
    orders = new Orders(bed.database());
    firstOrder = orders.lastOrder();
    good = new long[clients];
    shoppers =
        IntStream.rangeClosed(1, clients).mapToObj(i -> Shopper.open(http, bed.url(), i)).toList();
  }

  Path directory() {
    return settings.directory();
  }

  Crowd send(Pace pace, Recording recording) {
    return Crowd.start(http, shoppers, pace, recording);
  }

  void end(Crowd crowd) throws InterruptedException {
    long[] answers = crowd.stop();
    for (int i = 0; i < answers.length; i++) {
      good[i] += answers[i];
    }
  }

  /** Processes of its business and web nodes. */
  List<NodeProcess> nodes() {
    return bed.nodes();
  }

  /** Ends with an error when a process of the bed has ended. */
  void check() {
    bed.check();
  }

  /**
   * Requests a second by all clients, each as fast as it gets answers.
   *
   * @throws LoadException when one failed
   */
  double perSecond(Duration length) throws InterruptedException {
    Recording recording = new Recording(System.nanoTime(), length, 1);
    long begin = System.nanoTime();
    double seconds;
    long requests;
    try (Crowd crowd = send(Pace.asFastAsAnswersCome(), recording)) {
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
      seconds = (System.nanoTime() - begin) / 1e9;
      requests = recording.between(0, 1).requests();
      end(crowd);
    }
    check();
    if (recording.between(0, 1).failed() > 0 || requests == 0) {
      throw new LoadException(
          "%d of %d requests of the warm-up failed: %s; see the logs in %s"
              .formatted(
                  recording.between(0, 1).failed(),
                  requests,
                  recording.complaints(),
                  directory().resolve("logs")));
    }
    return requests / seconds;
  }

  /** What was done to carts and orders since the bed was started. */
  Harm harm() {
    Collector collector = new Collector();
    for (Shopper shopper : shoppers) {
      collector.collect(shopper, good[shopper.number() - 1]);
    }
    return collector.audit(orders.after(firstOrder)).harm();
  }

  /** Ends all processes. */
  @Override
  public void close() {
    bed.abort();
    workspace.close();
  }

  /** Ends all processes, from any thread. */
  void abort() {
    bed.abort();
  }
}
