package net.sf.jgcs;

import java.io.Serializable;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Unit of data that a {@link DataSession} sends and delivers. */
public interface Message extends Serializable {
  /** Sets the payload without copying it; the array must not be changed afterwards. */
  void setPayload(byte[] payload);

  /**
   * Sets a payload of two parts; neither array must be changed afterwards. Engines that can write
   * one after the other do not copy them.
   *
   * <p>An addition to jGCS 0.8.
   *
   * @param head all of it comes first
   * @param body array that the rest is a part of
   * @throws IndexOutOfBoundsException when the part does not lie within the array
   */
  default void setPayload(byte[] head, byte[] body, int offset, int length) {
    byte[] payload = Arrays.copyOf(head, head.length + length);
    System.arraycopy(body, offset, payload, head.length, length);
    setPayload(payload);
  }

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
