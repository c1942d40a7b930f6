package org.g2cl;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** State on its way to a joiner, in chunks, each sent when the one before was taken. */
final class OutgoingState extends OutputStream {
  private static final int CHUNK = 32 * 1024;
  private static final Duration CHUNK_TIMEOUT = Duration.ofSeconds(20);

  private final MessageDispatcher dispatcher;
  private final SocketAddress joiner;
  private final long id;
  private ByteBuffer chunk;

  OutgoingState(MessageDispatcher dispatcher, SocketAddress joiner, long id) {
    this.dispatcher = dispatcher;
    this.joiner = joiner;
    this.id = id;
    this.chunk = emptyChunk();
  }

  private static ByteBuffer emptyChunk() {
    return ByteBuffer.allocate(CHUNK).position(StateMessage.CHUNK_HEADER);
  }

  @Override
  public void write(int value) throws IOException {
    if (!chunk.hasRemaining()) {
      send(StateMessage.MORE);
    }
    chunk.put((byte) value);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    int at = offset;
    int left = length;
    while (left > 0) {
      if (!chunk.hasRemaining()) {
        send(StateMessage.MORE);
      }
      int count = Math.min(left, chunk.remaining());
      chunk.put(source, at, count);
      at += count;
      left -= count;
    }
  }

  /** Sends what is left and says that it was all. */
  void finish() throws IOException {
    send(StateMessage.LAST);
  }

  /** Tells the joiner that no state will come from here. */
  void abort() throws IOException {
    chunk = emptyChunk();
    send(StateMessage.FAILED);
  }

  @SuppressWarnings("ByteBufferBackingArray") // made by allocate
  private void send(int flag) throws IOException {
    int length = chunk.position();
    StateMessage.writeChunkHeader(chunk.array(), id, flag);
    G2CLMessage message = new G2CLMessage(joiner, chunk.array(), 0, length);
    chunk = emptyChunk();
    try {
      boolean taken =
          dispatcher.<Boolean>sendMessage(message, RequestOptions.SYNC().timeout(CHUNK_TIMEOUT));
      if (!taken) {
        throw new IOException("member " + joiner + " no longer wants the state");
      }
    } catch (TimeoutException e) {
      throw new IOException("member " + joiner + " does not take the state", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending state to " + joiner, e);
    }
  }
}
