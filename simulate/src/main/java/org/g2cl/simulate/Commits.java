package org.g2cl.simulate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.g2cl.propagation.HeldCopy;

/**
 * Committed requests of which no server has told anybody, and what became of their changes.
 *
 * <p>A server may fail between its commit and the answer. When all machines with the change of such
 * a request end before another has it, nobody but the database knows of it: the row stays, and the
 * session goes on from an older copy, which has all that a client was told.
 */
final class Commits {
  private final World world;
  private final Cluster cluster;
  private final Ledger ledger;
  private final List<Commit> untold = new ArrayList<>();
  private final Set<String> forgotten = new HashSet<>();

  /** A request that was committed, with the change that it made. */
  private record Commit(Request request, long epoch, long version) {
    boolean isReachedBy(HeldCopy copy) {
      return copy.epoch() > epoch || (copy.epoch() == epoch && copy.version() >= version);
    }
  }

  Commits(World world, Cluster cluster, Ledger ledger) {
    this.world = world;
    this.cluster = cluster;
    this.ledger = ledger;
  }

  /** The database has committed a request of that node, which may have crashed by now. */
  void committed(Request request, long epoch, long version, Node by) {
    Commit commit = new Commit(request, epoch, version);
    if (by.machine().isAlive() || isHeldBesides(by, commit)) {
      untold.add(commit);
    } else {
      forget(commit);
    }
  }

  /** A node crashes, or has left, with all that it has. */
  void ends(Node dying) {
    untold.removeIf(this::isTold);
    List<Commit> gone =
        untold.stream()
            .filter(commit -> has(dying, commit) && !isHeldBesides(dying, commit))
            .toList();
    untold.removeAll(gone);
    gone.forEach(this::forget);
  }

  /** Tells whether the request has a row, and all machines that had its change have ended. */
  boolean isForgotten(String request) {
    return forgotten.contains(request);
  }

  private void forget(Commit commit) {
    forgotten.add(commit.request().id());
    world.note(commit.request() + " was committed, and nobody has its change any more");
  }

  /** Its loss would be that of something told, which the ledger notes. */
  private boolean isTold(Commit commit) {
    return ledger.account(commit.request().session()).isTold(commit.epoch(), commit.version());
  }

  private boolean isHeldBesides(Node dying, Commit commit) {
    return cluster.living().stream().anyMatch(node -> node != dying && has(node, commit));
  }

  private static boolean has(Node node, Commit commit) {
    return node.copy(commit.request().session()).filter(commit::isReachedBy).isPresent();
  }
}
