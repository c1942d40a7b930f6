package org.g2cl.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;

/**
 * Simulated transactional database with a table of rows and one of markers, whose unique key makes
 * a second insert wait for the first transaction to end.
 */
final class Database {
  /** Longest wait for another's transaction. */
  static final Duration LOCK_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration QUICKEST = Duration.ofNanos(100_000);
  private static final Duration SLOWEST = Duration.ofMillis(5);

  /** Time after which the connection of a crashed process is found broken. */
  private static final Duration BREAK = Duration.ofMillis(300);

  private final World world;
  private final Map<String, Integer> rows = new HashMap<>();
  private final Map<String, Marker> markers = new HashMap<>();
  private long silentUntil;

  Database(World world) {
    this.world = world;
  }

  /** Marker; its transaction is null when it is committed. */
  private static final class Marker {
    final boolean committed;
    Transaction transaction;
    final List<CompletableFuture<Void>> awaited = new ArrayList<>();

    Marker(boolean committed, Transaction transaction) {
      this.committed = committed;
      this.transaction = transaction;
    }
  }

  /** How many committed rows a request has. */
  int rows(String request) {
    return rows.getOrDefault(request, 0);
  }

  Transaction begin(Machine machine) {
    return new Transaction(machine);
  }

  /** Settles as the marker table does: by an insert of the same key. */
  boolean settle(Machine machine, String request, long epoch) throws PropagationException {
    Duration left = LOCK_TIMEOUT;
    long deadline = world.now() + LOCK_TIMEOUT.toNanos();
    trip(machine);
    while (true) {
      Marker marker = markers.get(key(request, epoch));
      if (marker == null) {
        markers.put(key(request, epoch), new Marker(false, null));
        trip(machine);
        return false;
      }
      if (marker.transaction == null) {
        trip(machine);
        return marker.committed;
      }
      left = Duration.ofNanos(deadline - world.now());
      if (left.isNegative() || left.isZero()) {
        throw new PropagationException("marker of " + request + " is locked by a transaction");
      }
      CompletableFuture<Void> ended = new CompletableFuture<>();
      marker.awaited.add(ended);
      await(machine, ended, left);
      if (Thread.currentThread().isInterrupted()) {
        throw new PropagationException("interrupted while waiting for the marker of " + request);
      }
    }
  }

  private static String key(String request, long epoch) {
    return request + "@" + epoch;
  }

  /** From now on answers nobody for that time, and takes what was sent meanwhile then. */
  void fallSilent(Duration length) {
    silentUntil = world.now() + length.toNanos();
  }

  /** Answers what is asked from now on; what was asked before when it was to be answered. */
  void answerAgain() {
    silentUntil = world.now();
  }

  boolean isSilent() {
    return world.now() < silentUntil;
  }

  /** Time of one message to the database or back. */
  private Duration latency() {
    long silence = Math.max(0, silentUntil - world.now());
    return world.between(QUICKEST, SLOWEST).plusNanos(silence);
  }

  private void trip(Machine machine) {
    machine.pause(latency().toNanos());
  }

  private static void await(Machine machine, CompletableFuture<Void> future, Duration longest) {
    try {
      machine.get(future, longest);
    } catch (TimeoutException | ExecutionException e) {
      return; // the caller looks again
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One transaction of one connection. */
  final class Transaction {
    private final Machine machine;
    private final List<String> written = new ArrayList<>();
    private final Set<String> held = new LinkedHashSet<>();
    private boolean ended;

    private Transaction(Machine machine) {
      this.machine = machine;
      watch();
    }

    /** The database rolls a transaction back whose client is gone. */
    private void watch() {
      world.after(
          BREAK,
          null,
          () -> {
            if (!ended && machine.isAlive()) {
              watch();
            } else if (!ended) {
              end(false);
            }
          });
    }

    void row(String request) {
      trip(machine);
      written.add(request);
    }

    /** Writes the marker of a call. */
    void marker(String request, long epoch) throws PropagationException {
      trip(machine);
      if (markers.containsKey(key(request, epoch))) {
        throw new FencedException("request " + request + " was barred by a take-over");
      }
      markers.put(key(request, epoch), new Marker(true, this));
      held.add(key(request, epoch));
    }

    /**
     * Commits.
     *
     * @param counted executed when the database has committed, whatever has become of the caller
     * @return false when the answer did not come; it may be committed or not
     */
    boolean commit(Runnable counted) {
      CompletableFuture<Void> answer = new CompletableFuture<>();
      boolean answerLost = world.happens(0.01);
      boolean requestLost = answerLost && world.happens(0.5);
      world.after(
          latency(),
          null,
          () -> {
            if (requestLost) {
              end(false);
            } else if (!ended) {
              end(true);
              counted.run();
            }
            world.after(latency(), null, () -> answer.complete(null));
          });
      await(machine, answer, Duration.ofMinutes(10));
      return !answerLost;
    }

    void rollBack() {
      trip(machine);
      end(false);
    }

    private void end(boolean committed) {
      if (ended) {
        return;
      }
      ended = true;
      if (committed) {
        written.forEach(request -> rows.merge(request, 1, Integer::sum));
      }
      for (String key : held) {
        Marker marker = markers.get(key);
        marker.transaction = null;
        if (!committed) {
          markers.remove(key);
        }
        marker.awaited.forEach(waiting -> waiting.complete(null));
      }
    }
  }
}
