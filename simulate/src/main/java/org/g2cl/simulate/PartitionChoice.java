package org.g2cl.simulate;

import org.g2cl.propagation.MergePolicy;
import org.g2cl.propagation.PartitionRule;

/** Which part of a split group goes on in a simulation. */
public enum PartitionChoice {
  /** {@link #PRIMARY} or {@link #STRICT}, as the seed says. */
  DRAWN,
  /** The one with more than half of the last primary view; of two that are left, both. */
  PRIMARY,
  /** The same, and of two that are left the first. */
  STRICT,
  /** The one with more than half of all nodes that there are. */
  SIZE,
  /** Each; what one of them has acknowledged may be lost then. */
  AVAILABILITY;

  /**
   * The rule for servers.
   *
   * @param drawn whether the seed drew the strict one
   * @param nodes that there are
   */
  PartitionRule rule(boolean drawn, int nodes) {
    return switch (this) {
      case DRAWN -> drawn ? PartitionRule.strictPrimary() : PartitionRule.primary();
      case PRIMARY -> PartitionRule.primary();
      case STRICT -> PartitionRule.strictPrimary();
      case SIZE -> PartitionRule.primaryOf(nodes);
      case AVAILABILITY -> PartitionRule.availability(MergePolicy.newest());
    };
  }
}
