package org.g2cl;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jgcs.GroupConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Further tries to install a view that an error, as of no memory, has kept from being installed: an
 * engine tells each view once. Thread-safe.
 */
final class MissedView {
  private static final Logger LOG = LoggerFactory.getLogger(MissedView.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Scheduler scheduler;
  private final GroupConfiguration group;
  private final Runnable install;

  /** Whether a try could not be asked for. */
  private final AtomicBoolean lost = new AtomicBoolean();

  /** Null when never needed; guarded by this. */
  private Scheduler.Worker worker;

  /** Guarded by this. */
  private boolean closed;

  /**
   * Creates one that tries nothing yet.
   *
   * @param install installs the view that the engine has, and has it tried again after an error
   */
  MissedView(Scheduler scheduler, GroupConfiguration group, Runnable install) {
    this.scheduler = scheduler;
    this.group = group;
    this.install = install;
  }

  /**
   * Tries after a while, on a thread of its own, since listeners are told there. Where even that
   * cannot be asked for, who comes by is to {@link #askAgainIfLost}.
   */
  void later() {
    try {
      scheduler.later(PAUSE, this::begin);
    } catch (VirtualMachineError e) { // as when no thread can be made just now
      lost.set(true);
      scheduler.caught(e);
    }
  }

  /** Asks for the try that could not be asked for before, if there is one. */
  void askAgainIfLost() {
    if (lost.get() && lost.compareAndSet(true, false)) {
      later();
    }
  }

  private void begin() {
    try {
      offer();
    } catch (VirtualMachineError e) { // as when no thread can be made just now
      later();
    }
  }

  private synchronized void offer() {
    if (closed) {
      return;
    }
    if (worker == null) {
      worker = scheduler.worker("g2cl-view", 1);
    }
    if (!worker.offer(this::attempt)) {
      LOG.debug("{}: another try to install its view waits", group);
    }
  }

  private void attempt() {
    try {
      install.run();
    } catch (RuntimeException | Error e) {
      scheduler.caught(e);
      tell(e);
    }
  }

  /** Throws nothing: when memory is out, a line of the log cannot be made either. */
  private void tell(Throwable failure) {
    try {
      LOG.error("{}: its view could not be installed", group, failure);
    } catch (RuntimeException | Error e) {
      // nothing can be told
    }
  }

  /** Tries no more. */
  synchronized void close() {
    closed = true;
    if (worker != null) {
      worker.close();
    }
  }
}
