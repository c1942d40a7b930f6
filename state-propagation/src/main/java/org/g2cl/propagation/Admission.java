package org.g2cl.propagation;

/** Answer to a request that wants to enter a session. */
public sealed interface Admission {
  /**
   * The request is to be executed; the call holds the session until it is closed.
   *
   * @param call the call to execute
   */
  record Granted(SessionCall call) implements Admission {}

  /**
   * The request was executed before; its stored reply is to be repeated.
   *
   * @param bean whose session it is
   * @param reply as given in {@link Update}
   */
  @SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
  record Replayed(String bean, byte[] reply) implements Admission {}

  /** No copy of the session exists in the group. */
  record Unknown() implements Admission {}
}
