package org.g2cl.simulate;

import java.util.Objects;
import org.g2cl.propagation.PropagationSettings;
import org.g2cl.propagation.ReplicationMode;

/**
 * Copies that the simulated servers make of a session.
 *
 * @param mode not asynchronous, in which an acknowledged call may be lost
 * @param backups copies besides the owner's, where the mode counts them; 1 or more
 * @param minimum copies besides the owner's without which a call fails
 */
public record Copies(ReplicationMode mode, int backups, int minimum) {
  /** One besides the owner's, and the owner goes on alone: what servers do by default. */
  public static final Copies USUAL = new Copies(ReplicationMode.SYNCHRONOUS, 1, 0);

  /** Checks the mode; the settings of servers check the numbers. */
  public Copies {
    Objects.requireNonNull(mode, "mode");
    if (mode == ReplicationMode.ASYNCHRONOUS) {
      throw new IllegalArgumentException(
          "mode is asynchronous, in which acknowledged calls may be lost: there is nothing to check; take another");
    }
  }

  /** Copies besides the owner's that a session is to have in a view of so many members. */
  int besidesOwner(int members) {
    return switch (mode) {
      case SYNCHRONOUS, ASYNCHRONOUS -> Math.min(backups, members - 1);
      case MAJORITY -> members / 2;
      case ALL -> members - 1;
    };
  }

  /** Members that may fail at once without all copies of a session, as its servers reckon. */
  int tolerated(int members) {
    return mode == ReplicationMode.SYNCHRONOUS ? backups : besidesOwner(members);
  }

  PropagationSettings.Builder settings() {
    return PropagationSettings.builder().mode(mode).backups(backups).minimumCopies(minimum);
  }
}
