package org.g2cl.sample.jonas.bed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One system under load: its servers and the process with all its clients. */
final class LoadSide implements AutoCloseable {
  static final int SERVERS = 2;

  private static final long ANSWER_SECONDS = 120;

  private final JonasBed bed;
  private final List<Node> servers = new ArrayList<>();
  private final Node clients;

  /**
   * Starts servers and clients.
   *
   * @param most greatest number of clients
   */
  LoadSide(Kind kind, Path work, Path ours, int most) throws IOException, InterruptedException {
    bed = new JonasBed(kind, work, ours, null, SERVERS);
    try {
      for (int i = 0; i < SERVERS; i++) {
        servers.add(bed.server(i));
      }
      clients =
          bed.client(
              "load",
              "org.g2cl.sample.jonas.client.LoadClient",
              bed.urls(SERVERS),
              Integer.toString(most));
      clients.await("READY", ANSWER_SECONDS);
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  Measurement measure(double seconds, int count) {
    long before = serverNanos();
    clients.tell(seconds + " " + count);
    String line = clients.await("RESULT", (long) seconds + ANSWER_SECONDS);
    long after = serverNanos();
    return new Measurement(
        line.substring("RESULT".length()), seconds, before < 0 ? -1 : after - before);
  }

  private long serverNanos() {
    long sum = 0;
    for (Node server : servers) {
      long nanos = server.processorNanos();
      if (nanos < 0) {
        return -1;
      }
      sum += nanos;
    }
    return sum;
  }

  @Override
  public void close() {
    bed.close();
  }
}
