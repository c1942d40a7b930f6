package org.g2cl;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * State on its way to this member, as a stream. The provider sends the next chunk when this one was
 * taken, so that at most a few are here.
 */
final class IncomingState extends InputStream {
  private record Chunk(ByteBuffer bytes, boolean last, Response response, String failure) {}

  private final long id;
  private final SocketAddress provider;
  private final long deadlineNanos;
  private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(4);
  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean ended;

  /** Counted down when this member has delivered its own mark. */
  private final CountDownLatch mark = new CountDownLatch(1);

  IncomingState(long id, SocketAddress provider, long deadlineNanos) {
    this.id = id;
    this.provider = provider;
    this.deadlineNanos = deadlineNanos;
  }

  boolean is(long otherId) {
    return id == otherId;
  }

  SocketAddress provider() {
    return provider;
  }

  /** Takes a chunk in, on a delivering thread; false when there are too many. */
  boolean offer(ByteBuffer bytes, boolean last, Response response) {
    return chunks.offer(new Chunk(bytes, last, response, null));
  }

  void marked() {
    mark.countDown();
  }

  /** Skips what the reader left, and waits until this member has delivered the mark. */
  void awaitEnd() throws IOException {
    while (awaitBytes()) {
      current.position(current.limit());
    }
    try {
      if (!mark.await(leftMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the mark did not come in time");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while waiting for state", cause);
  }

  private long leftMillis() {
    return Math.max(0, Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis());
  }

  /** Makes the reader fail. */
  void fail(String reason) {
    Chunk failure = new Chunk(null, true, null, reason);
    while (!chunks.offer(failure)) {
      chunks.poll();
    }
  }

  @Override
  public int read() throws IOException {
    return awaitBytes() ? current.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!awaitBytes()) {
      return -1;
    }
    int count = Math.min(length, current.remaining());
    current.get(target, offset, count);
    return count;
  }

  private boolean awaitBytes() throws IOException {
    while (!current.hasRemaining()) {
      if (ended) {
        return false;
      }
      take();
    }
    return true;
  }

  private void take() throws IOException {
    Chunk chunk = poll();
    if (chunk == null) {
      throw new IOException("state of member " + provider + " did not come in time");
    }
    if (chunk.failure() != null) {
      throw new IOException("state of member " + provider + ": " + chunk.failure());
    }
    current = chunk.bytes();
    ended = chunk.last();
    if (chunk.response() != null) {
      chunk.response().send(true, false);
    }
  }

  private Chunk poll() throws IOException {
    try {
      return chunks.poll(leftMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }
}
