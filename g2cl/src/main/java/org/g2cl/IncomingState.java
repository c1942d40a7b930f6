package org.g2cl;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * State on its way to this member, as a stream. The provider sends the next chunk when this one was
 * taken, so that at most a few are here.
 */
final class IncomingState extends InputStream {
  private record Chunk(ByteBuffer bytes, boolean last, Response response, String failure) {}

  private static final int MAX_CHUNKS = 4;

  private final Scheduler scheduler;
  private final long id;
  private final SocketAddress provider;
  private final long deadlineNanos;

  /** Guarded by itself. */
  private final Queue<Chunk> chunks = new ArrayDeque<>(MAX_CHUNKS);

  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean ended;

  /** Completed when this member has delivered its own mark. */
  private final CompletableFuture<Void> mark = new CompletableFuture<>();

  IncomingState(Scheduler scheduler, long id, SocketAddress provider, long deadlineNanos) {
    this.scheduler = scheduler;
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
    synchronized (chunks) {
      if (chunks.size() >= MAX_CHUNKS) {
        return false;
      }
      chunks.add(new Chunk(bytes, last, response, null));
      scheduler.signalAll(chunks);
      return true;
    }
  }

  void marked() {
    mark.complete(null);
  }

  /** Skips what the reader left, and waits until this member has delivered the mark. */
  void awaitEnd() throws IOException {
    while (awaitBytes()) {
      current.position(current.limit());
    }
    try {
      scheduler.get(mark, Duration.ofNanos(leftNanos()));
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("the mark did not come in time", e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while waiting for state", cause);
  }

  private long leftNanos() {
    return Math.max(0, deadlineNanos - scheduler.nanoTime());
  }

  /** Makes the reader fail. */
  void fail(String reason) {
    synchronized (chunks) {
      chunks.clear();
      chunks.add(new Chunk(null, true, null, reason));
      scheduler.signalAll(chunks);
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
      synchronized (chunks) {
        while (chunks.isEmpty() && leftNanos() > 0) {
          scheduler.await(chunks, leftNanos());
        }
        return chunks.poll();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }
}
