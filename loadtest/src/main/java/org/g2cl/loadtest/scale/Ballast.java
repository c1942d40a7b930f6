package org.g2cl.loadtest.scale;

import jakarta.ejb.Remote;

/** Stateful bean whose state has a size of choice. */
@Remote
public interface Ballast {
  /** Gives the state so many bytes that cannot be compressed. */
  int load(int bytes);

  /** Changes one byte of it; returns the number of changes so far. */
  int touch(int position);

  /** Changes all of it; returns the number of changes so far. */
  int churn(long seed);

  /** Ends the session. */
  void end();
}
