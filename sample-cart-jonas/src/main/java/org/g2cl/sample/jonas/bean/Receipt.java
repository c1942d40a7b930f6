package org.g2cl.sample.jonas.bean;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.g2cl.sample.jonas.server.CrashPoint;

/** Answer of a checkout as an object: an object is written to the client after all else. */
public final class Receipt implements Serializable {
  private static final long serialVersionUID = 1;

  private final int pieces;

  Receipt(int pieces) {
    this.pieces = pieces;
  }

  /** Pieces ordered. */
  public int pieces() {
    return pieces;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    CrashPoint.IN_REPLY.reachedInReply();
    out.defaultWriteObject();
  }
}
