package org.g2cl.cmi.core;

import java.util.function.ToLongFunction;

/**
 * Figure of a node: one name for all ways to read it, in JMX as the attribute {@link #attribute},
 * in Micrometer as the meter {@link #key}, on the page and in the group.
 */
public enum HaMetric {
  /** {@code g2cl.ready}. */
  READY(
      "g2cl.ready",
      Kind.GAUGE,
      "1 when the node is in the group and admits calls, else 0",
      status -> status.isReady() ? 1 : 0),
  /** {@code g2cl.primary}. */
  PRIMARY(
      "g2cl.primary",
      Kind.GAUGE,
      "1 when the node is in the part of its group that executes calls, else 0",
      status -> status.primary() ? 1 : 0),
  /** {@code g2cl.group.size}. */
  GROUP_SIZE(
      "g2cl.group.size",
      Kind.GAUGE,
      "Members of the view; 0 when the node is in no group",
      status -> status.nodes().size()),
  /** {@code g2cl.views}. */
  VIEWS("g2cl.views", Kind.COUNTER, "Views that the node was given", HaStatus::views),
  /** {@code g2cl.sessions.owned}. */
  SESSIONS_OWNED(
      "g2cl.sessions.owned",
      Kind.GAUGE,
      "Sessions that the node owns",
      status -> status.propagation().owned()),
  /** {@code g2cl.copies.held}. */
  COPIES_HELD(
      "g2cl.copies.held",
      Kind.GAUGE,
      "Copies of other nodes' sessions that it holds",
      status -> status.propagation().copies()),
  /** {@code g2cl.copies.missing}. */
  COPIES_MISSING(
      "g2cl.copies.missing",
      Kind.GAUGE,
      "Copies that its own sessions lack, and those without an owner that it stands in for",
      status -> status.propagation().copiesMissing()),
  /** {@code g2cl.degraded}. */
  DEGRADED(
      "g2cl.degraded",
      Kind.GAUGE,
      "1 when its last call went on with fewer backups than the mode wants, else 0",
      status -> status.propagation().degraded() ? 1 : 0),
  /** {@code g2cl.calls}. */
  CALLS("g2cl.calls", Kind.COUNTER, "Calls admitted and executed", s -> s.propagation().calls()),
  /** {@code g2cl.take.overs}. */
  TAKE_OVERS(
      "g2cl.take.overs",
      Kind.COUNTER,
      "Sessions taken over from another node",
      status -> status.propagation().takeOvers()),
  /** {@code g2cl.replays}. */
  REPLAYS(
      "g2cl.replays",
      Kind.COUNTER,
      "Requests answered from a stored reply, not executed again",
      status -> status.propagation().replays()),
  /** {@code g2cl.fenced}. */
  FENCED(
      "g2cl.fenced",
      Kind.COUNTER,
      "Own calls and others' changes refused because the session has a later owner",
      status -> status.propagation().fenced()),
  /** {@code g2cl.refused}. */
  REFUSED(
      "g2cl.refused",
      Kind.COUNTER,
      "Calls not admitted: left to another node, since this one is leaving, out of the group or not sure; of a busy session, too late, or barred",
      status -> status.propagation().refused()),
  /** {@code g2cl.stalls}. */
  STALLS(
      "g2cl.stalls",
      Kind.COUNTER,
      "Times that a call waited in vain for a backup, for the acknowledge time-out",
      status -> status.propagation().stalls()),
  /** {@code g2cl.repairs}. */
  REPAIRS(
      "g2cl.repairs",
      Kind.COUNTER,
      "Copies made again after others were lost",
      status -> status.propagation().repairs()),
  /** {@code g2cl.replicated.bytes}. */
  REPLICATED_BYTES(
      "g2cl.replicated.bytes",
      Kind.COUNTER,
      "Bytes of changes and copies sent to backups, the engine's own not counted",
      status -> status.propagation().replicatedBytes()),
  /** {@code g2cl.failures}. */
  FAILURES(
      "g2cl.failures",
      Kind.COUNTER,
      "Errors of the node itself that were caught so that the rest goes on; 0 unless a program has a mistake or memory is out",
      status -> status.propagation().failures());

  /** What a figure does over time. */
  public enum Kind {
    /** Goes up and down. */
    GAUGE,
    /** Only grows, from 0 at the start of the node. */
    COUNTER
  }

  private final String key;
  private final Kind kind;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas above that hold nothing
  private final ToLongFunction<HaStatus> reader;

  HaMetric(String key, Kind kind, String meaning, ToLongFunction<HaStatus> reader) {
    this.key = key;
    this.kind = kind;
    this.meaning = meaning;
    this.reader = reader;
  }

  /** Name as a meter, for instance {@code g2cl.sessions.owned}. */
  public String key() {
    return key;
  }

  /** Name as an attribute in JMX, for instance {@code SessionsOwned}. */
  public String attribute() {
    StringBuilder name = new StringBuilder();
    for (String word : key.split("\\.", -1)) {
      if (!word.equals("g2cl")) {
        name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
      }
    }
    return name.toString();
  }

  /**
   * Name in the text of OpenMetrics, for instance {@code g2cl_sessions_owned}; counters end in
   * {@code _total}.
   */
  public String openMetricsName() {
    return key.replace('.', '_') + (kind == Kind.COUNTER ? "_total" : "");
  }

  /** What it does over time. */
  public Kind kind() {
    return kind;
  }

  /** Meaning in one line. */
  public String meaning() {
    return meaning;
  }

  /** Value in this status. */
  public long value(HaStatus status) {
    return reader.applyAsLong(status);
  }
}
