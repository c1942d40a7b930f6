package org.g2cl.cmi.core;

import java.util.List;

/** The figures of {@link HaService} in JMX, under {@code org.g2cl:type=HaService,node="…"}. */
public interface HaServiceMXBean {
  /** Host and port of this node's beans. */
  String getLocation();

  /** State of the service, see {@link LifeCycle}. */
  String getLifeCycle();

  /** Locations of the members of the view, by rank. */
  List<String> getMembers();

  /** Sessions that this node owns. */
  int getSessionsOwned();

  /** Copies of other nodes' sessions held here. */
  int getCopiesHeld();

  /** Copies that this node's own sessions lack. */
  int getCopiesMissing();

  /** How calls are replicated, see {@link HaSetting#MODE}. */
  String getMode();

  /** Whether the last call of this node went on with fewer backups than the mode wants. */
  boolean isDegraded();

  /** Calls admitted since start. */
  long getCalls();

  /** Sessions taken over since start. */
  long getTakeOvers();

  /** Requests answered from a stored reply since start. */
  long getReplays();

  /** Calls and updates refused by fencing since start. */
  long getFenced();
}
