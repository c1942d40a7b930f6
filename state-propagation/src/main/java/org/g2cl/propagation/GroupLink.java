package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the protocol needs of a group: members, and frames to them and back. */
interface GroupLink {
  /** Address of this member, or null when it is in no group. */
  SocketAddress self();

  /** Members of the current view, this one included; empty when it is in no group. */
  List<SocketAddress> members();

  /**
   * Sends a frame to a member; the future ends with its answer, or exceptionally when the member is
   * gone, fails to handle it, or does not answer in time.
   */
  CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout);

  /** As {@link #ask}, but the frame is not lost as long as the member stays in the view. */
  CompletableFuture<byte[]> askSurely(SocketAddress member, byte[] frame, Duration timeout);

  /**
   * Tells whether a failed ask means that this member itself is out of the group or cannot send:
   * whatever does not say that the other is gone, silent or failed to handle it.
   */
  boolean isCutOff(Throwable failure);

  /** Sends a frame to members that gives no answer; failures are logged. */
  void tell(Iterable<SocketAddress> members, byte[] frame);

  /**
   * Sends a frame to all members in total order, this one included, and waits for their answers.
   *
   * @return every member of the view at sending time, with its answer or null where none came
   */
  Map<SocketAddress, byte[]> askAllInOrder(byte[] frame, Duration timeout)
      throws PropagationException;
}
