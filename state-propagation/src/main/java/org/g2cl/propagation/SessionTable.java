package org.g2cl.propagation;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.g2cl.Scheduler;

/** Sessions that this member knows of. */
final class SessionTable {
  private final ConcurrentMap<SessionId, Entry> entries = new ConcurrentHashMap<>();
  private final Scheduler scheduler;
  private final int repliesKept;
  private final Consumer<SessionId> onDiscard;
  private final Shared shared = new Shared();
  private final PastClaims past = new PastClaims();

  SessionTable(Scheduler scheduler, int repliesKept) {
    this(scheduler, repliesKept, session -> {});
  }

  /**
   * Creates one.
   *
   * @param onDiscard told of each session that is forgotten, with its entry's monitor held and
   *     before there can be another entry of it
   */
  SessionTable(Scheduler scheduler, int repliesKept, Consumer<SessionId> onDiscard) {
    this.scheduler = scheduler;
    this.repliesKept = repliesKept;
    this.onDiscard = onDiscard;
  }

  Collection<Entry> entries() {
    return entries.values();
  }

  int size() {
    return entries.size();
  }

  /** Entry of the session, made if there is none, with the caller as its only call. */
  Entry enter(SessionId session, long deadlineNanos) throws PropagationException {
    while (true) {
      Entry entry = entry(session);
      if (entry.enter(deadlineNanos)) {
        return entry;
      }
    }
  }

  /** Runs the action on the session's entry, made if there is none, under its monitor. */
  <T> T with(SessionId session, Function<Entry, T> action) {
    while (true) {
      Entry entry = entry(session);
      synchronized (entry) {
        if (!entry.isDiscarded()) {
          return action.apply(entry);
        }
      }
    }
  }

  /** Entry of the session, or null. */
  Entry get(SessionId session) {
    return entries.get(session);
  }

  /**
   * Takes the entry out; the caller holds its monitor and saw that it is not busy. Of its session
   * the epoch stays known for a while.
   */
  void discard(Entry entry) {
    // first what may fail for want of memory: a discarded entry must not stay in the table
    past.note(entry.session(), entry.copy().epoch());
    onDiscard.accept(entry.session());
    entry.discard();
    entries.remove(entry.session(), entry);
    entry.copy().release();
  }

  private Entry entry(SessionId session) {
    Entry entry = entries.get(session);
    return entry != null ? entry : entries.computeIfAbsent(session, this::made);
  }

  private Entry made(SessionId session) {
    Entry entry = new Entry(scheduler, session, repliesKept, shared);
    entry.copy().learn(past.epochOf(session));
    return entry;
  }
}
