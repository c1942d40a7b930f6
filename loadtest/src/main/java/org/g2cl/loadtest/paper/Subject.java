package org.g2cl.loadtest.paper;

import java.nio.file.Path;
import java.time.Duration;

/** A system that runs and can be loaded; one that was paused takes no processor time. */
interface Subject extends AutoCloseable {
  /** Folder of its logs, which the next start of the system empties. */
  Path logs();

  /** Loads it, without looking at the figures. */
  void warmUp(int clients, Duration length) throws InterruptedException;

  /**
   * Loads it with the first so many of its clients.
   *
   * @param ramp first part that is not counted
   * @param length part that is counted
   */
  Measurement measure(int clients, Duration ramp, Duration length) throws InterruptedException;

  /** Stops its processes until {@link #resume}. */
  void pause();

  /** Lets it go on, and waits until it is whole. */
  void resume() throws InterruptedException;

  @Override
  void close();

  /** Starts systems. */
  @FunctionalInterface
  interface Factory {
    /** Starts one; on return it serves. */
    Subject start(Contender system);
  }
}
