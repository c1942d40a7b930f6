package org.g2cl.cmi.client;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Result whose class writes and reads itself. */
public final class Amount implements Externalizable {
  private static final long serialVersionUID = 1L;

  private long cents;
  private String currency;

  /** For serialization. */
  public Amount() {}

  Amount(long cents, String currency) {
    this.cents = cents;
    this.currency = currency;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeLong(cents);
    out.writeUTF(currency);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    cents = in.readLong();
    currency = in.readUTF();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Amount amount
        && amount.cents == cents
        && amount.currency.equals(currency);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(cents);
  }

  @Override
  public String toString() {
    return cents + " " + currency;
  }
}
