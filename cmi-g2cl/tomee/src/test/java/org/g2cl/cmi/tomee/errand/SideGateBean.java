package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.AccessTimeout;
import jakarta.ejb.Stateful;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.cmi.tomee.shop.RefusedException;

/** Bean of which one method says that it does not wait. */
@Stateful(name = "SideGate")
public class SideGateBean implements Turnstile {
  private int passed;

  @Override
  public int slowly() {
    Gate.await();
    return ++passed;
  }

  @Override
  public int asTheBeanSays() {
    return ++passed;
  }

  @Override
  @AccessTimeout(0)
  public int atOnce() {
    return ++passed;
  }

  @Override
  public int patiently() {
    return ++passed;
  }

  @Override
  public int refuse() throws RefusedException {
    throw new RefusedException("closed");
  }
}
