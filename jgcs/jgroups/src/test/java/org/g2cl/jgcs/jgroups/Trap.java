package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.auth.FixedMembershipToken;

/** Object that counts how often it was read; the classes within count how often they were made. */
final class Trap implements Serializable {
  static final AtomicInteger SPRUNG = new AtomicInteger();

  private static final long serialVersionUID = 1;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    SPRUNG.incrementAndGet();
  }

  /** Made by nobody but who is told its name. */
  public static final class Named {
    /** Counts. */
    public Named() {
      SPRUNG.incrementAndGet();
    }
  }

  /** A token as an AUTH may have it. */
  public static final class Token extends FixedMembershipToken {
    /** Counts. */
    public Token() {
      SPRUNG.incrementAndGet();
    }
  }
}
