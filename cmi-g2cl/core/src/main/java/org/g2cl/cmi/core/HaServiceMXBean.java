package org.g2cl.cmi.core;

import java.util.List;

/**
 * The figures of {@link HaService} in JMX, under {@code org.g2cl:type=HaService,node="…"}: every
 * {@link HaMetric} by its {@link HaMetric#attribute} and, in words, what they belong to.
 */
public interface HaServiceMXBean {
  /** Host and port of this node's beans. */
  String getLocation();

  /** Name of this node for people. */
  String getName();

  /** Name of the group. */
  String getGroup();

  /** Name of the group communication engine. */
  String getEngine();

  /** Identity of the view, as text; empty when in no group. */
  String getView();

  /** State of the service, see {@link LifeCycle}. */
  String getLifeCycle();

  /** Locations of the members of the view, by rank. */
  List<String> getMembers();

  /** How calls are replicated, see {@link HaSetting#MODE}. */
  String getMode();

  /** Last events of this node, the newest first, as text. */
  List<String> getEvents();

  /** {@link HaMetric#READY}. */
  boolean isReady();

  /** {@link HaMetric#PRIMARY}. */
  boolean isPrimary();

  /** {@link HaMetric#GROUP_SIZE}. */
  int getGroupSize();

  /** {@link HaMetric#VIEWS}. */
  long getViews();

  /** {@link HaMetric#SESSIONS_OWNED}. */
  int getSessionsOwned();

  /** {@link HaMetric#COPIES_HELD}. */
  int getCopiesHeld();

  /** {@link HaMetric#COPIES_MISSING}. */
  int getCopiesMissing();

  /** {@link HaMetric#DEGRADED}. */
  boolean isDegraded();

  /** {@link HaMetric#CALLS}. */
  long getCalls();

  /** {@link HaMetric#TAKE_OVERS}. */
  long getTakeOvers();

  /** {@link HaMetric#REPLAYS}. */
  long getReplays();

  /** {@link HaMetric#FENCED}. */
  long getFenced();

  /** {@link HaMetric#REFUSED}. */
  long getRefused();

  /** {@link HaMetric#STALLS}. */
  long getStalls();

  /** {@link HaMetric#REPAIRS}. */
  long getRepairs();

  /** {@link HaMetric#REPLICATED_BYTES}. */
  long getReplicatedBytes();

  /** {@link HaMetric#FAILURES}. */
  long getFailures();
}
