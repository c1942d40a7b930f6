package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.Stateful;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.cmi.tomee.shop.Gate;

/** Bean whose callbacks may be slow, and after whose passivation nobody passes. */
@Stateful(name = "Drawbridge")
public class DrawbridgeBean implements Drawbridge {
  /** Passivations of all sessions. */
  public static final AtomicInteger RAISED = new AtomicInteger();

  private boolean guarded;
  private boolean raised;
  private boolean wornOut;
  private int passed;

  @PrePassivate
  void raise() {
    awaitGuard();
    raised = true;
    RAISED.incrementAndGet();
  }

  @PostActivate
  void lower() {
    awaitGuard();
    if (wornOut) {
      throw new IllegalStateException("worn out");
    }
    raised = false;
  }

  private void awaitGuard() {
    if (guarded) {
      Gate.await();
    }
  }

  @Override
  public void guard() {
    guarded = true;
  }

  @Override
  public void leaveUnguarded() {
    guarded = false;
  }

  @Override
  public void wearOut() {
    wornOut = true;
  }

  @Override
  public int pass() {
    if (raised) {
      throw new IllegalStateException("the bridge is up");
    }
    return ++passed;
  }

  @Override
  public int passSlowly() {
    Gate.await();
    return pass();
  }
}
