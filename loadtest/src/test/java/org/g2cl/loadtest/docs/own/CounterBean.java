package org.g2cl.loadtest.docs.own;

import jakarta.ejb.Stateful;
import java.io.Serializable;

/** Stands for a bean of the reader's. */
@Stateful
public class CounterBean implements Counter, Serializable {
  private static final long serialVersionUID = 1;

  private int sum;

  @Override
  public int add(int number) {
    sum += number;
    return sum;
  }
}
