package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.Objects;
import java.util.function.Function;
import org.g2cl.MarshalDataSession;

/** Entry point of {@link StatePropagation}. */
public final class StatePropagations {
  private StatePropagations() {}

  /**
   * Begins to start the propagation of state in a group that is about to be joined; null is refused
   * by a {@link NullPointerException}, here and by each setter.
   *
   * @param session not joined yet; it stays the caller's to join, leave and close
   * @param placementName gives a member's name for {@link Rendezvous}, the same at all members and
   *     clients; null as long as it is not known, then the address stands in. Asked by any thread,
   *     also with locks held, so it must be quick and not fail
   */
  public static Starter in(
      MarshalDataSession session, Function<SocketAddress, String> placementName) {
    return new Starter(session, placementName);
  }

  /** What one propagation is started with, once; each setter returns this. Not thread-safe. */
  public static final class Starter {
    final MarshalDataSession session;
    final Function<SocketAddress, String> placementName;
    PropagationSettings settings = PropagationSettings.defaults();
    OutcomeLog outcomes = OutcomeLog.none();
    PartitionRule rule = PartitionRule.primary();
    boolean expectsCompany;
    private String memberName;

    private Starter(MarshalDataSession session, Function<SocketAddress, String> placementName) {
      this.session = Objects.requireNonNull(session, "session");
      this.placementName = Objects.requireNonNull(placementName, "placementName");
    }

    /**
     * Name of this member in each of its lives, and no other member's: by it a member that was
     * started anew is told from one that is cut off. By default what {@code placementName} gives
     * for it by the time it joins. To be set where addresses show less of it, as on Spread: names
     * that two members have count for neither, so that one which was started anew is taken for one
     * that is cut off.
     */
    public Starter memberName(String name) {
      memberName = Objects.requireNonNull(name, "memberName");
      return this;
    }

    /** Settings; by default {@link PropagationSettings#defaults()}. */
    public Starter settings(PropagationSettings all) {
      settings = Objects.requireNonNull(all, "settings");
      return this;
    }

    /** Asked about calls that were prepared as undecided; by default it knows of none. */
    public Starter outcomes(OutcomeLog log) {
      outcomes = Objects.requireNonNull(log, "outcomes");
      return this;
    }

    /**
     * Whether this member is to find others, by default not. Until it has seen one it does not call
     * a session unknown, but fails with an {@link ElsewhereException}.
     */
    public Starter expectsCompany(boolean expects) {
      expectsCompany = expects;
      return this;
    }

    /** Which part of the group goes on when it is split; by default the primary one. */
    public Starter rule(PartitionRule partition) {
      rule = Objects.requireNonNull(partition, "rule");
      return this;
    }

    /**
     * Starts it; uses service id 2.
     *
     * @throws IllegalStateException when the service id is in use
     */
    public StatePropagation start() {
      return GroupStatePropagation.start(this);
    }

    /** Names of members, the same in each of their lives; null where one is not known. */
    Function<SocketAddress, String> names() {
      String own = memberName;
      return own == null
          ? placementName
          : member -> member.equals(session.localAddress()) ? own : placementName.apply(member);
    }
  }
}
