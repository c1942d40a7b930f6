package org.g2cl.jgcs.tck.jgroups;

/** A channel of JGroups without the binding, which sees what the engine delivers to it. */
public interface EngineMember extends AutoCloseable {
  /** Sends a message to all. */
  void send(byte[] payload) throws Exception;

  /** Sends what is marked as a pack to all; null for one without a payload. */
  void sendAsPack(byte[] payload) throws Exception;

  @Override
  void close();

  /** Takes what the engine delivers, by any thread. */
  interface Receiver {
    /** Takes a message, which is a pack or not. */
    void receive(boolean isPack, byte[] array, int offset, int length);
  }
}
