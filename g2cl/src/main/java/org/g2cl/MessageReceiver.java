package org.g2cl;

/** Receiver of the messages of one service id of a {@link MarshalDataSession}. */
@FunctionalInterface
public interface MessageReceiver {
  /**
   * Takes a message on the thread that delivers it.
   *
   * <p>Called by several threads at a time for unordered messages. Ordered messages wait behind
   * this call, so it must not wait for other messages. What it throws is logged, and the message
   * counts as delivered.
   */
  void receive(G2CLMessage message);
}
