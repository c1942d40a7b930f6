package org.g2cl.loadtest.soak;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.load.Shopper;

/** Clients at work, each a thread with a cart of its own and one request at a time. */
final class Crowd implements AutoCloseable {
  private static final long LONGEST_PARK = TimeUnit.MILLISECONDS.toNanos(200);

  /** Longer than a request may take. */
  private static final long PATIENCE_MILLIS = 70_000;

  private final HttpClient http;
  private final Pace pace;
  private final Recording recording;
  private final List<Thread> threads = new ArrayList<>();
  private final long[] good;
  private volatile long end;
  private volatile boolean stopped;

  private Crowd(HttpClient http, Pace pace, Recording recording, int clients) {
    this.http = http;
    this.pace = pace;
    this.recording = recording;
    this.good = new long[clients];
  }

  /** Sends all to work. */
  static Crowd start(HttpClient http, List<Shopper> shoppers, Pace pace, Recording recording) {
    Crowd crowd = new Crowd(http, pace, recording, shoppers.size());
    for (int i = 0; i < shoppers.size(); i++) {
      int client = i;
      Thread thread =
          new Thread(() -> crowd.work(client, shoppers.get(client)), "client-" + (client + 1));
      thread.setDaemon(true);
      crowd.threads.add(thread);
    }
    crowd.threads.forEach(Thread::start);
    return crowd;
  }

  private void work(int client, Shopper shopper) {
    long sent = 0;
    for (long due = due(client, sent); awaited(due); due = due(client, sent)) {
      boolean ok = answered(shopper);
      sent++;
      recording.add(due, System.nanoTime(), ok);
      good[client] += ok ? 1 : 0;
    }
    recording.addUnsent(Math.max(0, pace.dueUntil(client, end) - sent));
  }

  private long due(int client, long request) {
    return pace.due(client, request, System.nanoTime());
  }

  /** Whether it came before the crowd was stopped. */
  private boolean awaited(long due) {
    for (long left = due - System.nanoTime();
        left > 0 && !stopped;
        left = due - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, LONGEST_PARK));
    }
    return !stopped;
  }

  private boolean answered(Shopper shopper) {
    try {
      HttpResponse<String> answer = shopper.step(http);
      if (answer.statusCode() / 100 == 2) {
        return true;
      }
      recording.complain(
          "client %d: status %d, %s"
              .formatted(shopper.number(), answer.statusCode(), answer.body().strip()));
    } catch (LoadException e) {
      recording.complain("client %d: %s".formatted(shopper.number(), e.getMessage()));
    }
    return false;
  }

  /**
   * Lets requests under way end, and no other begin. Those that were due by now and were not sent
   * are then in the recording.
   *
   * @return good answers that each client got
   */
  long[] stop() throws InterruptedException {
    end = System.nanoTime();
    stopped = true;
    for (Thread thread : threads) {
      LockSupport.unpark(thread);
      thread.join(PATIENCE_MILLIS);
      if (thread.isAlive()) {
        throw BedException.bed(thread.getName() + " has waited for an answer for over a minute");
      }
    }
    return good.clone();
  }

  /** Lets no other request begin, and waits for none. */
  @Override
  public void close() {
    stopped = true;
  }
}
