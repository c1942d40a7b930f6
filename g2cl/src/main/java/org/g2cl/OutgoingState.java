package org.g2cl;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** State on its way to a joiner, in chunks, each sent when the one before was taken. */
final class OutgoingState extends OutputStream {
  private static final int CHUNK = 48 * 1024;
  private static final Duration CHUNK_TIMEOUT = Duration.ofSeconds(20);

  private final MessageDispatcher dispatcher;
  private final SocketAddress joiner;
  private final long id;
  private final Beginning beginning;
  private final Scheduler scheduler;
  private final ChunkPace pace;
  private ByteBuffer chunk;
  private long offset;

  /** What the joiner has already; it is written like the rest, but not sent. */
  static final class Beginning {
    private final long length;
    private final long expected;
    private final Runnable whenMatched;
    private final StateChecksum checksum = new StateChecksum();
    private long left;

    /**
     * Creates one.
     *
     * @param whenMatched called when the bytes before the length turn out to be the joiner's
     */
    Beginning(long length, long expected, Runnable whenMatched) {
      this.length = length;
      this.expected = expected;
      this.whenMatched = whenMatched;
      this.left = length;
    }

    /** Takes bytes and answers how many of them belong to the beginning. */
    private int skip(byte[] source, int at, int count) throws DifferentBytesException {
      int skipped = (int) Math.min(left, count);
      checksum.update(source, at, skipped);
      left -= skipped;
      if (skipped > 0 && left == 0) {
        compare();
      }
      return skipped;
    }

    private void compare() throws DifferentBytesException {
      if (checksum.value() != expected) {
        throw new DifferentBytesException();
      }
      whenMatched.run();
    }
  }

  /** Says that the joiner has bytes that this member did not write. */
  static final class DifferentBytesException extends IOException {
    private static final long serialVersionUID = 1L;

    DifferentBytesException() {
      super("the joiner has other bytes of this state");
    }
  }

  OutgoingState(MessageDispatcher dispatcher, SocketAddress joiner, long id, Beginning beginning) {
    this.dispatcher = dispatcher;
    this.joiner = joiner;
    this.id = id;
    this.beginning = beginning;
    this.scheduler = dispatcher.session().scheduler();
    this.pace = new ChunkPace(scheduler::pause);
    this.offset = beginning.length;
    this.chunk = emptyChunk();
  }

  /** Beginning of length zero. */
  static Beginning fromStart() {
    return new Beginning(0, new StateChecksum().value(), () -> {});
  }

  private static ByteBuffer emptyChunk() {
    return ByteBuffer.allocate(CHUNK).position(StateMessage.CHUNK_HEADER);
  }

  @Override
  public void write(int value) throws IOException {
    if (beginning.left > 0) {
      write(new byte[] {(byte) value}, 0, 1);
      return;
    }
    if (!chunk.hasRemaining()) {
      send(StateMessage.MORE);
    }
    chunk.put((byte) value);
  }

  @Override
  public void write(byte[] source, int from, int length) throws IOException {
    int skipped = beginning.left == 0 ? 0 : beginning.skip(source, from, length);
    int at = from + skipped;
    int left = length - skipped;
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
    if (beginning.left > 0) {
      throw new DifferentBytesException();
    }
    send(StateMessage.LAST);
  }

  /** Tells the joiner that no state will come from here, and why. */
  void abort(String reason) throws IOException {
    chunk = emptyChunk().put(StateMessage.reason(reason));
    send(StateMessage.FAILED);
  }

  @SuppressWarnings("ByteBufferBackingArray") // made by allocate
  private void send(int flag) throws IOException {
    int length = chunk.position();
    StateMessage.writeChunkHeader(chunk.array(), id, flag, offset);
    G2CLMessage message = new G2CLMessage(joiner, chunk.array(), 0, length);
    offset += length - StateMessage.CHUNK_HEADER;
    chunk = emptyChunk();
    long start = scheduler.nanoTime();
    deliver(message);
    if (flag == StateMessage.MORE) {
      pace.taken(scheduler.nanoTime() - start);
    }
  }

  private void deliver(G2CLMessage message) throws IOException {
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
