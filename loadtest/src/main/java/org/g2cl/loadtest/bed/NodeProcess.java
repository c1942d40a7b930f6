package org.g2cl.loadtest.bed;

import java.time.Duration;
import java.util.List;

/** Process of a node as the machine sees it that the node runs on. Thread-safe. */
public interface NodeProcess {
  /** Stands for the process id in a command. */
  String PID = "{pid}";

  /** Name of the node. */
  String name();

  /** Whether it runs on this machine. */
  boolean isHere();

  /**
   * Runs a short command on the node's machine; {@link #PID} in its words becomes the process id.
   *
   * @return what it printed, errors included
   * @throws BedException when it fails or takes longer
   */
  String run(Duration patience, List<String> command);
}
