package org.g2cl.propagation;

import java.util.Optional;

/** What a call has made of its session: the new state or its removal, and the reply to keep. */
public final class Update {
  private final byte[] state;
  private final byte[] reply;

  private Update(byte[] state, byte[] reply) {
    this.state = state;
    this.reply = reply;
  }

  /**
   * New state and the reply of the call; neither array is copied.
   *
   * @param reply answer to repeat when the request comes again; may be empty, not null
   */
  public static Update state(byte[] state, byte[] reply) {
    if (state == null || reply == null) {
      throw new IllegalArgumentException("state and reply must not be null");
    }
    return new Update(state, reply);
  }

  /** Removal of the session; the reply is kept as long as a retry may come. */
  public static Update removal(byte[] reply) {
    if (reply == null) {
      throw new IllegalArgumentException("reply must not be null");
    }
    return new Update(null, reply);
  }

  /** Tells whether the session is removed. */
  public boolean isRemoval() {
    return state == null;
  }

  /** New state, or empty when the session is removed. */
  public Optional<byte[]> state() {
    return Optional.ofNullable(state);
  }

  /** Reply of the call. */
  public byte[] reply() {
    return reply;
  }
}
