package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.propagation.ElsewhereException;
import org.g2cl.propagation.PropagationException;

/** Patience with another member that claims a session at the same time: tries again for a while. */
final class Patience {
  private static final long PAUSE_NANOS = 50_000_000;

  private final Duration longest;

  Patience(Duration longest) {
    this.longest = longest;
  }

  /** What may have to be tried again. */
  interface Trial<T> {
    T run() throws PropagationException;
  }

  <T> T with(Trial<T> trial) throws PropagationException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      try {
        return trial.run();
      } catch (ElsewhereException e) {
        if (deadline - System.nanoTime() < 0) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
