package org.g2cl.jgcs.jgroups4;

import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.auth.FixedMembershipToken;

/** Token as an AUTH may have it, which counts how often it was made. */
public final class Trap extends FixedMembershipToken {
  static final AtomicInteger SPRUNG = new AtomicInteger();

  /** For JGroups. */
  public Trap() {
    SPRUNG.incrementAndGet();
  }
}
