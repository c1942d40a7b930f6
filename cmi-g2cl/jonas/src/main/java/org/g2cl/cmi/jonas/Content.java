package org.g2cl.cmi.jonas;

import java.util.Map;
import java.util.Optional;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;
import org.ow2.cmi.ha.SessionId;

/**
 * What a request sends to the backups: new states by session, and the reply.
 *
 * @param states a state is empty when the bean was not modified
 */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record Content(Map<SessionId, Optional<byte[]>> states, byte[] reply) {
  private static final byte[] NO_STATE = {};

  /** State of a session that has none, as its bean was created. */
  static byte[] noState() {
    return NO_STATE;
  }

  /**
   * Update of a session by a call of it.
   *
   * @param told what is kept as its reply
   */
  Update update(OpenRequest open, SessionId session, SessionCall call, byte[] told) {
    if (open.removes(session)) {
      return Update.removal(told);
    }
    byte[] state =
        states
            .getOrDefault(session, Optional.empty())
            .orElseGet(() -> call.state().orElse(NO_STATE));
    return Update.state(state, told);
  }
}
