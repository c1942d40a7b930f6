package org.g2cl.jgcs.spread;

import net.sf.jgcs.GroupException;

/** Refusal of a connection by a daemon. */
final class RefusedException extends GroupException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  RefusedException(int code) {
    super("refused with code " + code + ": " + Refusal.of(code).meaning());
    refusal = Refusal.of(code);
  }

  Refusal refusal() {
    return refusal;
  }
}
