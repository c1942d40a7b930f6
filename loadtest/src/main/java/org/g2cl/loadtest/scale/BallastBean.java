package org.g2cl.loadtest.scale;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The bean; no call of it needs a transaction. */
@Stateful
@StatefulTimeout(value = 2, unit = TimeUnit.HOURS)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class BallastBean implements Ballast, Serializable {
  /** System property of a node that serves this bean besides the shop's. */
  public static final String SWITCH = "loadtest.ballast";

  private static final long serialVersionUID = 1L;

  private byte[] state = new byte[0];
  private int changes;

  /** For the container. */
  public BallastBean() {}

  @Override
  public int load(int bytes) {
    state = new byte[bytes];
    return churn(bytes);
  }

  @Override
  public int touch(int position) {
    state[Math.floorMod(position, state.length)]++;
    return ++changes;
  }

  @Override
  public int churn(long seed) {
    new Random(seed).nextBytes(state);
    return ++changes;
  }

  @Override
  @Remove
  public void end() {
    // @Remove makes the container end the instance
  }
}
