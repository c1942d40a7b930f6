package org.g2cl.cmi.jonas;

import java.util.List;

/** The group's figures in JMX, under {@code org.g2cl:type=Group,member="…"}. */
public interface GroupMXBean {
  /** Name of the group. */
  String getGroup();

  /** Engine of the group. */
  String getEngine();

  /** Members of the view, by rank. */
  List<String> getMembers();

  /** Sessions that this server owns. */
  int getSessionsOwned();

  /** Copies of other servers' sessions held here. */
  int getCopiesHeld();

  /** Copies that this server's own sessions lack. */
  int getCopiesMissing();

  /**
   * Sessions that this server goes on with without copies, for their state or response could not be
   * replicated; the log says why.
   */
  int getSessionsWithoutCopies();

  /** Sessions taken over since start. */
  long getTakeOvers();

  /** Requests answered from a stored reply since start. */
  long getReplays();

  /** Calls and updates refused by fencing since start. */
  long getFenced();

  /** Errors that nobody expects and that were caught since start; the log has the stack. */
  long getFailures();
}
