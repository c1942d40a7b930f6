package org.g2cl.cmi.client.server;

import jakarta.ejb.Stateful;

/** Counts. */
@Stateful
public class CounterBean implements Counter {
  private int sum;

  @Override
  public int increment() {
    sum++;
    return sum;
  }

  @Override
  public int port() {
    return Integer.getInteger("port");
  }
}
