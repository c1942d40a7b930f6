package org.g2cl;

/** Way back to the sender of a request, for one answer; may be used on any thread, also later. */
public interface Response {
  /**
   * Sends the answer; every call after the first is ignored.
   *
   * @param reply {@code byte[]}, {@code String}, a boxed primitive or null; when it is an
   *     exception, a {@link Throwable}
   * @param isException whether the answer is an exception
   */
  void send(Object reply, boolean isException);

  /** Sends the payload of a message as a {@code byte[]}; the destination does not matter. */
  void send(G2CLMessage reply, boolean isException);
}
