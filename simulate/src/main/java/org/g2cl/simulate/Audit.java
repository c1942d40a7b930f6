package org.g2cl.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.g2cl.propagation.HeldCopy;
import org.g2cl.propagation.SessionId;

/** Looks at everything when all is calm again. */
final class Audit {
  /** Characters of a value. */
  private static final int SHOWN = 60;

  private final Cluster cluster;
  private final Ledger ledger;
  private final Plan plan;
  private final World world;
  private final long calmNanos;

  /**
   * Creates one.
   *
   * @param calmNanos when faults and calls have ended
   */
  Audit(World world, Cluster cluster, Ledger ledger, Plan plan, long calmNanos) {
    this.world = world;
    this.calmNanos = calmNanos;
    this.cluster = cluster;
    this.ledger = ledger;
    this.plan = plan;
  }

  private long now() {
    return world.now();
  }

  /** Reads every session once more; by a thread of the client. */
  void readAll(Client client) {
    for (Ledger.Account account : ledger.accounts()) {
      Optional<Answer> answer = client.read(account.session, !account.lost);
      if (answer.isEmpty()) {
        if (!account.lost) {
          ledger.violated("I1", account.session + " cannot be read though all is calm");
        }
      } else {
        judge(account, answer.get());
      }
    }
  }

  private void judge(Ledger.Account account, Answer answer) {
    boolean there = answer.kind() == Answer.Kind.DONE;
    if (there && account.removed && !ledger.isExcused(account)) {
      ledger.violated("I1", account.session + " is back after its removal");
    } else if (!there
        && account.created
        && !account.mayBeGone(now())
        && !ledger.isExcused(account)) {
      ledger.violated("I1", account.session + " is gone: it was told " + account.told);
    }
    List<String> state =
        there && !answer.text().isEmpty() ? List.of(answer.text().split(" ")) : List.of();
    account.rows.forEach(
        (request, acknowledged) -> judgeRow(account, request, acknowledged, there ? state : null));
  }

  private void judgeRow(
      Ledger.Account account, String request, boolean acknowledged, List<String> state) {
    int rows = cluster.database().rows(request);
    if (rows > 1 && !ledger.doAllPartsGoOn()) {
      ledger.violated("I2", account.session + ": " + request + " has " + rows + " rows");
    }
    if (acknowledged && rows == 0) {
      ledger.violated("I1", account.session + ": the row of " + request + " is lost");
    }
    if (state != null && !ledger.isExcused(account) && !request.isBlank()) {
      boolean inState = state.contains(request);
      boolean without = !inState && cluster.commits().isForgotten(request);
      if (inState != (rows == 1) && !without && !account.mayBeGone(now())) {
        ledger.violated(
            "I2", account.session + ": " + request + " has " + rows + " rows, state " + state);
      }
    }
  }

  /** Compares the members before anybody reads: what nobody calls has to come to rest by itself. */
  void compareAtRest() {
    compareCopies("at rest");
  }

  /** Compares the members. */
  void compare() {
    compareCopies("at the end");
    compareNames();
    compareViews();
    reportFailures();
  }

  /** Looks whether all nodes, also those that have ended, saw the same views in one order. */
  private void compareViews() {
    Map<String, List<InstalledView>> views = new LinkedHashMap<>();
    cluster.everStarted().forEach(node -> views.put(node.toString(), node.sight().views()));
    InstalledView.differing(views).ifPresent(wrong -> ledger.violated("I5", wrong));
    InstalledView.disordered(views).ifPresent(wrong -> ledger.violated("I5", wrong));
  }

  /** Reports the errors of all nodes, also of those that have crashed or left since. */
  private void reportFailures() {
    for (Node node : cluster.everStarted()) {
      if (node.machine().failure() != null) {
        ledger.violated(
            "I7",
            "%s had errors, %d of them, the first: %s"
                .formatted(node, node.machine().failures(), node.machine().failure()));
      }
    }
  }

  /**
   * Looks whether there are enough copies of each session, and no others: each member that holds
   * content holds the newest.
   */
  private void compareCopies(String when) {
    Map<SessionId, List<HeldCopy>> copies = new LinkedHashMap<>();
    Map<SessionId, List<String>> places = new LinkedHashMap<>();
    for (Node node : cluster.living()) {
      List<HeldCopy> held = new ArrayList<>(node.propagation().heldCopies());
      held.sort((one, other) -> one.session().compareTo(other.session()));
      for (HeldCopy copy : held) {
        copies.computeIfAbsent(copy.session(), id -> new ArrayList<>()).add(copy);
        places.computeIfAbsent(copy.session(), id -> new ArrayList<>()).add(node + "=" + copy);
      }
    }
    copies.forEach((session, held) -> compare(session, held, places.get(session) + " " + when));
  }

  private void compare(SessionId session, List<HeldCopy> held, String places) {
    HeldCopy newest = held.get(0);
    for (HeldCopy copy : held) {
      if (copy.epoch() > newest.epoch()
          || (copy.epoch() == newest.epoch() && copy.version() > newest.version())) {
        newest = copy;
      }
    }
    int alike = 0;
    long owners = held.stream().filter(HeldCopy::owned).count();
    int undecided = 0;
    for (HeldCopy copy : held) {
      if (copy.epoch() == newest.epoch() && copy.version() == newest.version()) {
        alike++;
        undecided += copy.undecided() ? 1 : 0;
        boolean settled = !newest.removed() && !newest.undecided() && !copy.undecided();
        if (settled && copy.digest() != newest.digest() && !isUnclaimed(owners)) {
          ledger.violated("I4", session + ": copies of one version differ: " + places);
        }
      }
    }
    if (owners > 1) {
      ledger.violated("I4", session + " has " + owners + " owners: " + places);
    }
    if (undecided > 0 && undecided < alike) {
      ledger.violated("I4", session + " is undecided in some copies alone: " + places);
    }
    Ledger.Account account = ledger.account(session);
    boolean removed = held.stream().allMatch(HeldCopy::removed);
    if (account.mustHaveExpired(now(), calmNanos) && !removed) {
      ledger.violated("I7", session + " should have expired: " + places);
    }
    boolean lost = account.lost || account.mayHaveExpired(now());
    if (!lost && alike < held.size()) {
      ledger.violated("I4", session + " has outdated copies: " + places);
    }
    int wanted = 1 + plan.copies().besidesOwner(cluster.living().size());
    if (!lost && !newest.removed() && alike < wanted) {
      ledger.violated("I4", session + " has " + alike + " copies, not " + wanted + ": " + places);
    }
  }

  /** Of contents that parts have given one stamp to, the next to claim the session chooses. */
  private boolean isUnclaimed(long owners) {
    return ledger.doAllPartsGoOn() && owners == 0;
  }

  /**
   * Looks whether all living members have the names that living members have bound and not freed,
   * and no others; and alike what nobody can be sure of.
   */
  void compareNames() {
    List<Node> living = cluster.living();
    Map<String, String> expected = names(living.get(0));
    expected
        .keySet()
        .removeIf(name -> living.stream().noneMatch(node -> node.names().isUnsure(name)));
    for (Node node : living) {
      expected.put("nodes/" + node.name(), node.toString());
      node.names().bound().forEach((name, value) -> expected.put(name, shown(value)));
    }
    for (Node node : living) {
      Map<String, String> seen = names(node);
      if (!seen.equals(expected)) {
        ledger.violated("I6", node + " has the names " + seen + ", not " + expected);
      }
    }
  }

  private static Map<String, String> names(Node node) {
    Map<String, String> names = new TreeMap<>();
    node.registry().list("").forEach(entry -> names.put(entry.name(), shown(entry.string())));
    return names;
  }

  /** A long value is known by its beginning, its length and its sum. */
  private static String shown(String value) {
    return value.length() <= SHOWN
        ? value
        : "%s… of %d, sum %x"
            .formatted(value.substring(0, SHOWN), value.length(), value.hashCode());
  }
}
