package org.g2cl.cmi.client;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** Result that no client can read. */
final class Unreadable implements Serializable {
  private static final long serialVersionUID = 1L;

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("on purpose");
  }
}
