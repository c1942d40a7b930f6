package org.g2cl;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Application's side of a {@link StateTransferDataSession}. */
public interface StateHandler {
  /**
   * Takes a snapshot of the state.
   *
   * <p>Called on the thread that delivers totally ordered messages, after the effects of all that
   * were delivered before, so it must be quick: copy references here, write in {@link
   * StateSnapshot#writeTo}.
   */
  StateSnapshot snapshot();

  /**
   * Replaces the state by the one that another member sent. Called in the thread that asked for it,
   * before the first totally ordered message after the snapshot is delivered. Called again, with
   * the state from its start, when another member goes on with the transfer in other bytes; so
   * replace the state at the end, in one step.
   *
   * @param in ends with the state; a read waits until bytes come, and fails when nobody can go on
   * @throws IOException when the bytes are not a state, or end too early; the transfer then fails
   *     at once, and a member that had a state before goes on with that one, which must be as it
   *     was. After a read that failed another member is asked, whatever is thrown
   */
  void setState(InputStream in) throws IOException;

  /** Makes a handler of a state that is one array, at most 64 MiB. */
  static StateHandler ofBytes(Supplier<byte[]> getState, Consumer<byte[]> setState) {
    return new ByteState(getState, setState);
  }
}
