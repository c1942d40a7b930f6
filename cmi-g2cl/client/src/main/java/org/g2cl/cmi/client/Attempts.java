package org.g2cl.cmi.client;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Attempts of one request: what was tried, and what came of it. Used by one thread. */
final class Attempts {
  private static final int FIRST_PAUSE_MILLIS = 20;
  private static final int MAX_SHIFT = 10;
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration LEAST = Duration.ofMillis(1);

  private final Call call;
  private final Timing timing;
  private final long start;
  private final Duration deadline;
  private final Set<Location> round = new HashSet<>();
  private final Map<Location, String> outcomes = new LinkedHashMap<>();
  private Location first;
  private int count;
  private int rounds;
  private int unknown;
  private int refused;
  private int silent;
  private boolean unknownToAllReached;
  private boolean refusedByAllReached;
  private boolean leftUnknown;

  Attempts(Call call, Timing timing, Duration deadline) {
    this.call = call;
    this.timing = timing;
    this.start = timing.nanos() - call.waited().toNanos();
    this.deadline = deadline;
  }

  Call call() {
    return call;
  }

  Location first() {
    return first;
  }

  /** Servers tried in this round. */
  Set<Location> round() {
    return round;
  }

  Set<Location> beginRound() {
    unknownToAllReached = unknown > 0 && unknown + silent == round.size();
    refusedByAllReached = refused > 0 && refused + silent == round.size();
    round.clear();
    unknown = 0;
    refused = 0;
    silent = 0;
    rounds++;
    return round;
  }

  void began(Location server) {
    count++;
    if (first == null) {
      first = server;
    }
  }

  void failed(Location server, IOException reason) {
    if (round.add(server)) {
      silent++;
    }
    outcomes.put(server, reason.getMessage());
  }

  /** A session stays with its busy server: moving it would cost a take-over and help nobody. */
  void busy(Location server, IOException reason) {
    outcomes.put(server, reason.getMessage());
    if (call.session() == null) {
      round.add(server);
    }
  }

  /** A server may have executed the request all the same: it has not answered, or in doubt. */
  void leftUnknown() {
    leftUnknown = true;
  }

  /**
   * Tells whether the request, of a session, may have been executed by an attempt before, so that
   * its answer is still to be had.
   */
  boolean mayHaveBeenExecuted() {
    return leftUnknown && call.session() != null;
  }

  /** The request stays with the server that executes it: moving it would throw that work away. */
  void executing(Location server) {
    outcomes.put(server, "still executes it, or another call of its session");
  }

  void unknown(Location server) {
    if (round.add(server)) {
      unknown++;
    }
    outcomes.put(server, "does not know it");
  }

  /** The server has not executed it, and said why. */
  void refused(Location server, String reason) {
    round.add(server);
    outcomes.put(
        server,
        reason.isEmpty()
            ? "sent us to another server"
            : "did not execute it: \"%s\"".formatted(reason));
  }

  void loginRefused(Location server, IOException reason) {
    if (round.add(server)) {
      refused++;
    }
    outcomes.put(server, reason.getMessage());
  }

  /** Tells whether every server of this round has refused the login. */
  boolean allRefused() {
    return refused == round.size();
  }

  /** As {@link #unknownToAllReached}, of the login. */
  boolean refusedByAllReached() {
    return refusedByAllReached && hadTime();
  }

  /** Tells whether every server of this round has answered that it does not know it. */
  boolean allUnknown() {
    return unknown == round.size();
  }

  /**
   * Tells whether the round before ended so at the servers that could be reached, the others having
   * had time to start.
   */
  boolean unknownToAllReached() {
    return unknownToAllReached && hadTime();
  }

  private boolean hadTime() {
    return timing.nanos() - start >= GRACE.toNanos();
  }

  Duration left() {
    Duration left = deadline.minusNanos(timing.nanos() - start);
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  boolean expired() {
    return timing.nanos() - start >= deadline.toNanos();
  }

  /**
   * Pause before the next round: doubled each time, and by chance shorter, so that clients part.
   */
  Duration pause(Duration longest) {
    return pause(rounds, longest);
  }

  /** As {@link #pause(Duration)}, between two attempts of one round, after so many pauses there. */
  static Duration pause(int before, Duration longest) {
    long millis = (long) FIRST_PAUSE_MILLIS << Math.min(before, MAX_SHIFT);
    long bound = Math.min(millis, longest.toMillis());
    return Duration.ofMillis(bound - ThreadLocalRandom.current().nextLong(bound / 2));
  }

  String exhausted() {
    return ("no server answered %s within %s (%d attempts in %d ms); last outcomes: %s; check that"
            + " these servers run and can be reached, or raise %s")
        .formatted(
            call.what(),
            deadline,
            count,
            Duration.ofNanos(timing.nanos() - start).toMillis(),
            outcomes,
            ClientSetting.DEADLINE.key());
  }

  String refusedEverywhere() {
    return "no server that could be reached lets the caller of %s in; last outcomes: %s; give all servers the same users"
        .formatted(call.what(), outcomes);
  }

  String unrepeatable(IOException reason) {
    return "%s may have been executed on %s, which did not answer, and cannot be repeated: %s"
        .formatted(call.what(), outcomes.keySet(), reason.getMessage());
  }
}
