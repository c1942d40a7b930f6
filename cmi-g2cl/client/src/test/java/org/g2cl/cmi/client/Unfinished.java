package org.g2cl.cmi.client;

import java.io.EOFException;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Result that reads more than there is, as one of another release may. */
public final class Unfinished implements Externalizable {
  private static final long serialVersionUID = 1L;

  @Override
  public void writeExternal(ObjectOutput out) {}

  @Override
  public void readExternal(ObjectInput in) throws EOFException {
    throw new EOFException("on purpose");
  }
}
