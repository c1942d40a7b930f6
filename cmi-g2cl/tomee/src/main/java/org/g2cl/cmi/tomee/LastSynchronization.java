package org.g2cl.cmi.tomee;

import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * What is done before a transaction commits when all others have done what they do then.
 *
 * <p>A synchronization may register another one when it is asked, and that one may be the first to
 * write a row, as a persistence context does that is first used then. So whoever has others behind
 * it lets them go first and takes its place at the end once more. Its equals, of other sessions in
 * the same transaction, write nothing of the application's and are not waited for.
 */
final class LastSynchronization {
  /** For somebody else who wants to be the last one, too. */
  private static final int MAX_TURNS = 100;

  /** Where nobody can be seen, as with another transaction manager than the server's own. */
  private static final int BLIND_TURNS = 4;

  private static final List<String> SERVERS = List.of("org.apache.", "org.eclipse.persistence.");

  private final Transaction transaction;
  private final Runnable before;
  private final IntConsumer after;
  private int turns;

  private LastSynchronization(Transaction transaction, Runnable before, IntConsumer after) {
    this.transaction = transaction;
    this.before = before;
    this.after = after;
  }

  /**
   * Registers it with the transaction of the calling thread.
   *
   * @param before done before the commit, unless the transaction is rolled back
   * @param after told the status at the end, in the order of registration
   */
  static void register(Transaction transaction, Runnable before, IntConsumer after) {
    var last = new LastSynchronization(transaction, before, after);
    Transactions.registry().registerInterposedSynchronization(last.new Turn(true));
  }

  /**
   * Tells whether the application has registered one, whose {@code afterCompletion} may change a
   * bean; the server's own are passed over, since it has one for each call.
   */
  static boolean applicationHasOne(Transaction transaction) {
    return hasApplications(Transactions.interposedSynchronizations(transaction))
        || hasApplications(Transactions.ownSynchronizations(transaction));
  }

  private static boolean hasApplications(Optional<List<?>> registered) {
    return registered
        .map(all -> all.stream().anyMatch(LastSynchronization::isApplications))
        .orElse(true);
  }

  private static boolean isApplications(Object synchronization) {
    String type = synchronization.getClass().getName();
    return !(synchronization instanceof Turn) && SERVERS.stream().noneMatch(type::startsWith);
  }

  private boolean isToWait(Turn turn) {
    Optional<List<?>> registered = Transactions.interposedSynchronizations(transaction);
    turns++;
    return registered.isEmpty()
        ? turns <= BLIND_TURNS
        : turns <= MAX_TURNS && hasOthersBehind(turn, registered.get());
  }

  private static boolean hasOthersBehind(Turn turn, List<?> registered) {
    for (int i = registered.size() - 1; i >= 0 && registered.get(i) != turn; i--) {
      if (!(registered.get(i) instanceof Turn)) {
        return true;
      }
    }
    return false;
  }

  /** Whoever has left the thread interrupted would have the work refused, and finds it so again. */
  private static void uninterrupted(Runnable work) {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final class Turn implements Synchronization {
    private final boolean first;

    Turn(boolean first) {
      this.first = first;
    }

    @Override
    public void beforeCompletion() {
      if (isToWait(this)) {
        Transactions.registry().registerInterposedSynchronization(new Turn(false));
      } else {
        uninterrupted(before);
      }
    }

    @Override
    public void afterCompletion(int status) {
      if (first) {
        uninterrupted(() -> after.accept(status));
      }
    }
  }
}
