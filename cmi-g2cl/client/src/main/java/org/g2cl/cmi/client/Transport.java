package org.g2cl.cmi.client;

import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.function.Supplier;

/** Way of one attempt of one request to one server. */
@FunctionalInterface
interface Transport {
  /**
   * Sends the request and reads the answer.
   *
   * @param timeout longest time of silence, asked again after each wait: none is longer than that
   * @throws NotSentException when the server has not got the request
   * @throws LoginRefusedException when neither, since it does not let the caller in
   * @throws PoolExhaustedException when all connections to the server are in use
   * @throws IOException when it may have been executed but no answer came
   * @throws RemoteException when trying again is useless: request or answer cannot be serialized
   */
  Answer attempt(Location server, Supplier<Duration> timeout) throws IOException;

  /**
   * Tells whether the last attempt has sent the request twice, so that it may have been executed
   * whatever came of the second time.
   */
  default boolean sentTwice() {
    return false;
  }

  /** What the server said last when it sent us to another one; empty when it said nothing. */
  default String reason() {
    return "";
  }
}
