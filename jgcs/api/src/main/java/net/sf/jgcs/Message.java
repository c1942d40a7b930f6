package net.sf.jgcs;

import java.io.Serializable;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** Unit of data that a {@link DataSession} sends and delivers. */
public interface Message extends Serializable {
  /** Sets the payload without copying it; the array must not be changed afterwards. */
  void setPayload(byte[] payload);

  /** Payload as one array, never null on a delivered message; copies where the engine forces it. */
  byte[] getPayload();

  /** Address of the member that sent it, or null before it was sent. */
  SocketAddress getSenderAddress();

  /**
   * Payload as a read-only view without a copy.
   *
   * <p>An addition to jGCS 0.8.
   */
  default ByteBuffer payload() {
    return ByteBuffer.wrap(getPayload()).asReadOnlyBuffer();
  }
}
