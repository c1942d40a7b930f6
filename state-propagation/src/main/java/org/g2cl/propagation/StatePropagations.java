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
   *     clients; null as long as it is not known, then the address stands in. That of this member,
   *     by the time it joins, is its name in each of its lives and no other member's. Must be quick
   * @param outcomes asked about calls that were prepared as undecided
   * @throws IllegalStateException when the service id is in use
   */
  public static StatePropagation start(
      MarshalDataSession session,
      Function<SocketAddress, String> placementName,
      PropagationSettings settings,
      OutcomeLog outcomes) {
    return GroupStatePropagation.start(
        session, placementName, placementName, settings, outcomes, false, PartitionRule.primary());
  }

  /**
   * Starts the propagation of state in a group that is about to be joined, where other members may
   * exist already; uses service id 2.
   *
   * @param session not joined yet; it stays the caller's to join, leave and close
   * @param memberName name of this member in each of its lives, and no other member's: by it a
   *     member that was started anew is told from one that is cut off. Addresses may show less of
   *     it
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
      String memberName,
      Function<SocketAddress, String> placementName,
      PropagationSettings settings,
      OutcomeLog outcomes,
      boolean expectsCompany,
      PartitionRule rule) {
    return GroupStatePropagation.start(
        session,
        member -> member.equals(session.localAddress()) ? memberName : placementName.apply(member),
        placementName,
        settings,
        outcomes,
        expectsCompany,
        rule);
  }
}
