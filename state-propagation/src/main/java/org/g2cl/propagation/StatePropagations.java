package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.function.Function;
import org.g2cl.MarshalDataSession;

/** Entry point of {@link StatePropagation}. */
public final class StatePropagations {
  private StatePropagations() {}

  /**
   * Starts the propagation of state in a group that is about to be joined, by a member that expects
   * no others, with the default rule for a split group; uses service id 2.
   *
   * @param session not joined yet; it stays the caller's to join, leave and close
   * @param placementName gives a member's name for {@link Rendezvous}, the same at all members and
   *     clients; null as long as it is not known, then the address stands in. Must be quick
   * @param outcomes asked about calls that were prepared as undecided
   * @throws IllegalStateException when the service id is in use
   */
  public static StatePropagation start(
      MarshalDataSession session,
      Function<SocketAddress, String> placementName,
      PropagationSettings settings,
      OutcomeLog outcomes) {
    return start(session, placementName, settings, outcomes, false, PartitionRule.primary());
  }

  /**
   * Starts the propagation of state in a group that is about to be joined, where other members may
   * exist already; uses service id 2.
   *
   * @param session not joined yet; it stays the caller's to join, leave and close
   * @param placementName gives a member's name for {@link Rendezvous}, the same at all members and
   *     clients; null as long as it is not known, then the address stands in. Must be quick
   * @param outcomes asked about calls that were prepared as undecided
   * @param expectsCompany true when this member is to find others. Until it has seen one it does
   *     not call a session unknown, but fails with an {@link ElsewhereException}
   * @param rule which part of the group goes on when it is split
   * @throws IllegalStateException when the service id is in use
   */
  public static StatePropagation start(
      MarshalDataSession session,
      Function<SocketAddress, String> placementName,
      PropagationSettings settings,
      OutcomeLog outcomes,
      boolean expectsCompany,
      PartitionRule rule) {
    return GroupStatePropagation.start(
        session, placementName, settings, outcomes, expectsCompany, rule);
  }
}
