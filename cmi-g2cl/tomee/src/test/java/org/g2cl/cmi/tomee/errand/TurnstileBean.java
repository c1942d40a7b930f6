package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.AccessTimeout;
import jakarta.ejb.Stateful;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.cmi.tomee.shop.RefusedException;

/** Bean that says how long its calls wait for one another. */
@Stateful(name = "Turnstile")
@AccessTimeout(300)
public class TurnstileBean implements Turnstile {
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
  @AccessTimeout(-1)
  public int patiently() {
    return ++passed;
  }

  @Override
  @AccessTimeout(0)
  public int refuse() throws RefusedException {
    passed++;
    throw new RefusedException("closed");
  }
}
