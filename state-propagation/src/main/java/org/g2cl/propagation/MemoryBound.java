package org.g2cl.propagation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bound on the memory that the states of one member take, own ones and copies: above it those not
 * used for longest go to files, until a tenth of the bound is free.
 *
 * <p>Used by the keeper's thread. A state that a call or an open transaction holds stays. When a
 * file cannot be written, for want of room or of memory, the state stays in memory, another is
 * tried, see {@link RefusedStates}, and a warning says why, once until all works again.
 */
final class MemoryBound implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryBound.class);

  private final SessionTable table;
  private final Supplier<Object> self;
  private final long limit;
  private final StateFolder folder;
  private final Consumer<SessionId> listener;
  private boolean failing;

  /**
   * Creates one.
   *
   * @param listener told of each session whose state was put away, without a lock held
   */
  MemoryBound(
      SessionTable table,
      Supplier<Object> self,
      long limit,
      StateFolder folder,
      Consumer<SessionId> listener) {
    this.table = table;
    this.self = self;
    this.limit = limit;
    this.folder = folder;
    this.listener = listener;
  }

  /** A state in memory that may go. */
  private record Candidate(Entry entry, int bytes, long idleMillis) {}

  /** Puts away what is too much. */
  void enforce() {
    var candidates = new ArrayList<Candidate>();
    long held = 0;
    for (Entry entry : table.entries()) {
      synchronized (entry) {
        int bytes = entry.copy().bytesInMemory();
        held += bytes;
        if (bytes > 0 && mayGo(entry)) {
          candidates.add(new Candidate(entry, bytes, entry.idleMillis()));
        }
      }
    }
    if (held > limit) {
      putAway(candidates, held);
    }
  }

  private static boolean mayGo(Entry entry) {
    return !entry.isBusy() && !entry.isDiscarded() && entry.copy().undecided() == null;
  }

  private void putAway(List<Candidate> candidates, long held) {
    candidates.sort(Comparator.comparingLong(Candidate::idleMillis).reversed());
    long left = held;
    int count = 0;
    var refused = new RefusedStates();
    for (Candidate candidate : candidates) {
      if (left <= limit - limit / 10 || Thread.currentThread().isInterrupted()) {
        break; // an interrupted thread cannot write: the member stops
      }
      if (!refused.isWorthATry(candidate.bytes())) {
        continue;
      }
      try {
        if (putAway(candidate.entry())) {
          left -= candidate.bytes();
          count++;
          listener.accept(candidate.entry().session());
        }
      } catch (IOException | OutOfMemoryError e) { // a smaller one may find room
        refused.add(candidate.bytes());
        if (!Thread.currentThread().isInterrupted()) {
          warn(held, e);
        }
      }
    }
    failing = !refused.isEmpty();
    LOG.debug("{}: {} states put away, {} bytes in memory", self.get(), count, left);
  }

  /** Writes without the entry's monitor, for which frames of others would have to wait. */
  private boolean putAway(Entry entry) throws IOException {
    String bean;
    byte[] state;
    synchronized (entry) {
      bean = entry.copy().bean();
      state = mayGo(entry) ? entry.copy().toPutAway() : null;
    }
    if (state == null) {
      return false;
    }
    PutAwayState file = folder.put(bean, state);
    synchronized (entry) {
      if (mayGo(entry) && entry.copy().putAway(state, file)) {
        return true;
      }
    }
    file.delete();
    return false;
  }

  private void warn(long held, Throwable cause) {
    if (!failing) {
      failing = true;
      LOG.warn(
          "{}: states take {} bytes of memory, over g2cl.memory-limit, which is {}, and cannot be"
              + " put away in {} (g2cl.passivation-folder): {}; make room there or raise the limit."
              + " Nothing is lost, they stay in memory",
          self.get(),
          held,
          limit,
          folder.path(),
          cause.toString());
    }
  }

  /** The last look found states that could not be put away. */
  boolean isFailing() {
    return failing;
  }

  @Override
  public void close() {
    folder.close();
  }
}
