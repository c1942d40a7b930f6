package org.g2cl.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.g2cl.propagation.HeldCopy;
import org.g2cl.propagation.SessionId;

/** What the clients were told of each session, and what is wrong with it. */
final class Ledger {
  /** Until a copy is dropped whose time is over: scans, messages, and a primary view. */
  private static final Duration EXPIRY_LAG = Duration.ofSeconds(8);

  /** Times in a session's time-out that copies are told of its use. */
  private static final int TOUCHES = 4;

  /** Part of a session's time-out after which its creation is not sent any more. */
  private static final int CREATES_WITHIN = 4;

  private final World world;
  private final Map<SessionId, Account> accounts = new LinkedHashMap<>();
  private final List<String> violations = new ArrayList<>();
  private boolean allPartsGoOn;
  private long acknowledged;
  private long unanswered;

  Ledger(World world) {
    this.world = world;
  }

  /** What is known of one session. */
  static final class Account {
    final SessionId session;

    /** Longest state that a client was told; every other one told begins it. */
    List<String> told = List.of();

    /** Requests with a row, by id, and whether they were acknowledged. */
    final Map<String, Boolean> rows = new LinkedHashMap<>();

    /** Acknowledged requests that write. */
    final Map<String, Long> acknowledgedAt = new HashMap<>();

    boolean created;
    boolean removed;

    /** Time without a call after which the session goes; zero for never. */
    Duration timeout = Duration.ZERO;

    /** When the last request was let in that is known to have reached it. */
    private long usedNanos;

    /** When the last request began or was answered. */
    private long askedNanos;

    /** A removal was asked for, and its outcome may not be known. */
    boolean removalAsked;

    /** Machines that have all that a client was told of, but for copies made in a minority. */
    Set<Node> holders = Set.of();

    /** All copies in step were lost with their machines: what was acknowledged may be gone. */
    boolean lost;

    /** What was lost so was the state, and not a tombstone, which others may forget before. */
    boolean stateLost;

    /**
     * Machines with everything that a client was told of that ended since all copies were there.
     */
    int ended;

    /** Newest change of which a server has told a client. */
    private long epoch;

    private long version;

    void done(long doneEpoch, long doneVersion) {
      if (doneEpoch > epoch || (doneEpoch == epoch && doneVersion > version)) {
        epoch = doneEpoch;
        version = doneVersion;
      }
    }

    /** Tells whether a server has told a client of that change, or of a later one. */
    boolean isTold(long changeEpoch, long changeVersion) {
      return epoch > changeEpoch || (epoch == changeEpoch && version >= changeVersion);
    }

    /**
     * How long its creation is sent, at first or once more: one that comes after the session has
     * expired would create it again, which is a known limit.
     */
    Duration patience(Duration longest) {
      Duration part = timeout.dividedBy(CREATES_WITHIN);
      return part.isZero() || part.compareTo(longest) > 0 ? longest : part;
    }

    /** A server has executed a request that was let in then. */
    void used(long letInNanos) {
      usedNanos = Math.max(usedNanos, letInNanos);
    }

    /** Tells whether a server may say that there is no such session. */
    boolean mayBeGone(long nowNanos) {
      return removalAsked || mayHaveExpired(nowNanos);
    }

    /** Tells whether a server may say that the session has expired. */
    boolean mayHaveExpired(long nowNanos) {
      return !timeout.isZero() && nowNanos - usedNanos >= timeout.toNanos();
    }

    /**
     * Tells whether all members must have let it go: copies hear late of calls that they missed.
     *
     * @param calmNanos when requests that were held up have stopped to come
     */
    boolean mustHaveExpired(long nowNanos, long calmNanos) {
      long longest = timeout.toNanos() + timeout.toNanos() / 4 + EXPIRY_LAG.toNanos();
      return !timeout.isZero() && nowNanos - Math.max(askedNanos, calmNanos) > longest;
    }

    /** Tells whether the copy has everything that a client was told of. */
    boolean isReachedBy(HeldCopy copy) {
      return copy.epoch() > epoch || (copy.epoch() == epoch && copy.version() >= version);
    }

    Account(SessionId session) {
      this.session = session;
    }
  }

  void done(SessionId session, long epoch, long version) {
    account(session).done(epoch, version);
  }

  /** Every part of a split group goes on: of what they did apart one part's stays. */
  void allPartsGoOn() {
    allPartsGoOn = true;
  }

  boolean doAllPartsGoOn() {
    return allPartsGoOn;
  }

  /** Whether clients may miss something of it that was acknowledged. */
  boolean isExcused(Account account) {
    return account.lost || allPartsGoOn;
  }

  Account account(SessionId session) {
    return accounts.computeIfAbsent(session, Account::new);
  }

  Iterable<Account> accounts() {
    return accounts.values();
  }

  List<String> violations() {
    return violations;
  }

  long acknowledged() {
    return acknowledged;
  }

  long unanswered() {
    return unanswered;
  }

  void violated(String invariant, String text) {
    String line = invariant + " violated: " + text;
    violations.add(line);
    world.note("*** " + line);
  }

  /** State of the session as the longest told when a request begins: the answer must extend it. */
  List<String> begins(Request request) {
    Account account = account(request.session());
    account.askedNanos = world.now();
    if (request.rows()) {
      account.rows.put(request.id(), false);
    }
    if (request.kind() == Request.Kind.REMOVE) {
      account.removalAsked = true;
    }
    return account.told;
  }

  void givenUp(Request request) {
    unanswered++;
    account(request.session()).askedNanos = world.now();
    world.note("client gives " + request + " up");
  }

  /** Longest time after which the copies hear of a call of which nothing was sent. */
  static long heardLateNanos(Duration timeout) {
    return timeout.dividedBy(TOUCHES).plus(EXPIRY_LAG).toNanos();
  }

  /** A request was answered with a state. */
  void answered(Request request, long beganNanos, List<String> toldBefore, Answer answer) {
    Account account = account(request.session());
    String text = answer.text();
    List<String> state = text.isEmpty() ? List.of() : List.of(text.split(" "));
    acknowledged++;
    boolean isHeardLate = request.kind() == Request.Kind.LOOK;
    account.used(beganNanos - (isHeardLate ? heardLateNanos(account.timeout) : 0));
    account.askedNanos = world.now();
    if (request.rows()) {
      account.rows.put(request.id(), true);
    }
    if (request.kind() == Request.Kind.CREATE) {
      account.created = true;
    }
    check(account, request, answer.mayBeOld() ? List.of() : toldBefore, state);
    if (request.isWritten()) {
      account.acknowledgedAt.put(request.id(), world.now());
    }
    if (state.size() > account.told.size() || isExcused(account)) {
      account.told = state;
    }
    if (request.kind() == Request.Kind.REMOVE) {
      account.removed = true;
    }
  }

  private void check(
      Account account, Request request, List<String> toldBefore, List<String> state) {
    String repeated = repeated(state);
    if (!repeated.isEmpty()) {
      violated("I2", account.session + " executed " + repeated + " twice: " + state);
    }
    if (request.isWritten() && !request.id().equals(last(state))) {
      violated("I2", request + " was answered with " + state);
    }
    if (isExcused(account)) {
      return;
    }
    if (!isPrefix(toldBefore, state)) {
      violated(
          "I1/I3",
          account.session
              + ": "
              + request
              + " lacks "
              + missing(toldBefore, state)
              + ": it got "
              + state
              + " after "
              + toldBefore
              + " was told");
    } else if (!isPrefix(account.told, state) && !isPrefix(state, account.told)) {
      violated(
          "I1/I4",
          account.session
              + " parted: "
              + request
              + " got "
              + state
              + ", another was told "
              + account.told);
    }
  }

  private static String last(List<String> state) {
    return state.isEmpty() ? "" : state.get(state.size() - 1);
  }

  /** First request that is there again, or an empty text. */
  static String repeated(List<String> state) {
    Set<String> seen = new HashSet<>();
    return state.stream().filter(request -> !seen.add(request)).findFirst().orElse("");
  }

  /** First request of those told before that the state has not, or has at another place. */
  static String missing(List<String> toldBefore, List<String> state) {
    int same = 0;
    while (same < state.size() && state.get(same).equals(toldBefore.get(same))) {
      same++;
    }
    return toldBefore.get(same);
  }

  static boolean isPrefix(List<String> shorter, List<String> longer) {
    return shorter.size() <= longer.size() && longer.subList(0, shorter.size()).equals(shorter);
  }

  /** A request was answered with "no such session", which is wrong unless nothing is said of it. */
  void unknown(Request request, String server, String wrong) {
    if (!wrong.isEmpty() && !allPartsGoOn) {
      violated(
          "I1",
          "%s is unknown, %s tells on %s: %s".formatted(request.session(), server, request, wrong));
    }
  }
}
