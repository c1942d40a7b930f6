package org.g2cl.cmi.tomee;

import java.net.SocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.g2cl.Registration;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/**
 * What the container needs of the HA service; found as a component of OpenEJB's system instance.
 */
interface Replication {
  /** Propagation of the sessions. */
  StatePropagation propagation();

  /**
   * Writer of transaction markers, or empty when no data source for them is configured.
   *
   * @throws RuntimeException when their table cannot be opened yet
   */
  Optional<Markers> markers();

  /** Tells whether a data source for markers is configured, whether their table is open or not. */
  default boolean hasMarkers() {
    return markers().isPresent();
  }

  /**
   * Tells whether every member of the group is known to read what that number of {@link
   * MemberForms} says, and so may take over what is written so.
   */
  default boolean everyMemberReads(byte form) {
    return false;
  }

  /**
   * Members that have not announced that they read that form, where they can be named; who failed
   * counts for a while.
   */
  default List<SocketAddress> lacking(byte form) {
    return List.of();
  }

  /**
   * Longest wait of a call for others of its session, where its bean says nothing; empty when that
   * is for the propagation alone to know.
   */
  default Optional<Duration> callTimeout() {
    return Optional.empty();
  }

  /**
   * Tells whether this member executes calls: it does not leave, and is in the part of its group
   * that goes on. Waits until that is known.
   *
   * @param longest wait, after which the answer is false
   */
  default boolean executes(Duration longest) throws InterruptedException {
    return propagation().awaitPrimary(longest);
  }

  /**
   * Adds a listener that is told, on any thread, when that may have changed; it must not wait.
   *
   * @return closed when it is not to be told any more
   */
  default Registration addDoubtListener(Runnable listener) {
    return () -> {};
  }

  /** Most bytes of states and replies. */
  default ContentLimits limits() {
    return ContentLimits.defaults();
  }

  /** Transaction markers in the database that the beans write to. */
  interface Markers extends OutcomeLog {
    /** Writes the marker of a call in the transaction of the calling thread. */
    void record(SessionId session, RequestId request, long epoch)
        throws SQLException, PropagationException;
  }
}
