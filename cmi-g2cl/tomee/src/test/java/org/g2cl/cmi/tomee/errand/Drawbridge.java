package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Remote;

@Remote
public interface Drawbridge {
  /** Has the callbacks of passivation and activation return when the gate opens. */
  void guard();

  void leaveUnguarded();

  /** Has the next activations fail. */
  void wearOut();

  int pass();

  /** Returns when the gate opens. */
  int passSlowly();
}
