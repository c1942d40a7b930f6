package org.g2cl.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.g2cl.propagation.SessionId;

/** Caller that creates sessions, calls and removes them, and retries with the same request id. */
final class Client {
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
  private static final Duration GIVE_UP = Duration.ofSeconds(30);
  private static final Duration BACK_OFF = Duration.ofMillis(200);
  private static final Duration LONGEST_THOUGHT = Duration.ofSeconds(2);
  private static final int SESSIONS = 3;
  private static final double CREATES = 0.05;
  private static final double REMOVES = 0.02;
  private static final double READS = 0.1;
  private static final double ROWS = 0.5;

  /** Share of the sessions that expire when they are not called, and how long after. */
  private static final double EXPIRING = 0.3;

  private static final double RESTS = 0.2;

  /** Share of the reads, and of the rests, in which others hear nothing of the calls. */
  private static final double UNHEARD = 0.5;

  private final World world;
  private final String name;
  private final Machine machine;
  private final Cluster cluster;
  private final Ledger ledger;
  private final List<SessionId> sessions = new ArrayList<>();
  private final Map<SessionId, Long> restsUntil = new HashMap<>();
  private final Map<SessionId, Long> looksUntil = new HashMap<>();
  private String preferred;
  private int requests;

  Client(World world, String name, Cluster cluster, Ledger ledger) {
    this.world = world;
    this.name = name;
    this.machine = new Machine(world, name);
    this.cluster = cluster;
    this.ledger = ledger;
  }

  void start(long endNanos) {
    machine.start(name, () -> work(endNanos));
  }

  /** Calls a session of another client too. */
  void share(SessionId session) {
    sessions.add(session);
  }

  Machine machine() {
    return machine;
  }

  private void work(long endNanos) {
    while (world.now() < endNanos) {
      Duration longest = world.happens(0.3) ? LONGEST_THOUGHT.dividedBy(100) : LONGEST_THOUGHT;
      machine.pause(world.between(Duration.ofMillis(1), longest).toNanos());
      List<SessionId> awake = sessions.stream().filter(session -> !isResting(session)).toList();
      if (awake.isEmpty() || (sessions.size() < SESSIONS && world.happens(CREATES))) {
        create();
      } else {
        call(awake.get(world.random().nextInt(awake.size())));
      }
    }
  }

  private boolean isResting(SessionId session) {
    return restsUntil.getOrDefault(session, 0L) > world.now();
  }

  /**
   * Leaves a session that may expire alone for a while, shorter or longer than its time-out; or
   * only looks at it, so that it must not expire though nothing is sent of the calls.
   */
  private void restPerhaps(SessionId session) {
    Duration timeout = ledger.account(session).timeout;
    if (!timeout.isZero() && world.happens(RESTS)) {
      Duration rest = world.between(Duration.ZERO, timeout.multipliedBy(2));
      (world.happens(UNHEARD) ? looksUntil : restsUntil).put(session, world.now() + rest.toNanos());
    }
  }

  private String nextId() {
    requests++;
    return name + "-" + requests;
  }

  private void create() {
    String id = nextId();
    SessionId session = new SessionId("s-" + id);
    Request request = new Request(id, session, Request.Kind.CREATE, world.happens(ROWS));
    if (world.happens(EXPIRING)) {
      ledger.account(session).timeout = cluster.someTimeout();
    }
    if (perform(request, ledger.account(session).patience(GIVE_UP)).isPresent()) {
      sessions.add(session);
      cluster.created(this, session);
    }
  }

  private void call(SessionId session) {
    if (world.happens(REMOVES)) {
      sessions.remove(session);
      perform(new Request(nextId(), session, Request.Kind.REMOVE, world.happens(ROWS)), GIVE_UP);
      return;
    }
    Request.Kind kind = isLookedAt(session) ? Request.Kind.LOOK : someKind();
    boolean rows = kind == Request.Kind.ADD && world.happens(ROWS);
    Optional<Answer> answer = perform(new Request(nextId(), session, kind, rows), GIVE_UP);
    if (answer.isPresent() && answer.get().kind() == Answer.Kind.UNKNOWN) {
      sessions.remove(session);
    }
    restPerhaps(session);
  }

  private boolean isLookedAt(SessionId session) {
    return looksUntil.getOrDefault(session, 0L) > world.now();
  }

  private Request.Kind someKind() {
    if (!world.happens(READS)) {
      return Request.Kind.ADD;
    }
    return world.happens(UNHEARD) ? Request.Kind.LOOK : Request.Kind.READ;
  }

  /** Reads a session at the end; empty when nobody answers. */
  Optional<Answer> read(SessionId session, boolean patiently) {
    Request request = new Request(nextId(), session, Request.Kind.READ, false);
    return perform(request, patiently ? GIVE_UP : BACK_OFF);
  }

  /** Sends a request until it is answered for good; empty when given up. */
  private Optional<Answer> perform(Request request, Duration longest) {
    long deadline = world.now() + longest.toNanos();
    long began = world.now();
    List<String> told = ledger.begins(request);
    world.note(name + " asks " + request);
    while (world.now() < deadline) {
      String server = choose();
      Answer answer = cluster.ask(machine, server, request, ANSWER_TIME);
      world.note(name + " hears of " + server + " on " + request.id() + ": " + answer.kind());
      if (answer.kind() == Answer.Kind.DONE) {
        preferred = server;
        ledger.answered(request, began, told, answer);
        if (request.isWritten()) {
          cluster.acknowledged(request.session());
        }
        return Optional.of(answer);
      }
      if (answer.kind() == Answer.Kind.UNKNOWN) {
        ledger.unknown(request, server, answer.text());
        return Optional.of(answer);
      }
      preferred = null;
      machine.pause(world.between(Duration.ofMillis(1), BACK_OFF).toNanos());
    }
    ledger.givenUp(request);
    return Optional.empty();
  }

  private String choose() {
    if (preferred == null || world.happens(0.02)) {
      preferred = cluster.anyNode();
    }
    return preferred;
  }
}
