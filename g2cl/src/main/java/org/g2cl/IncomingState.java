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
 * State on its way to this member, as a stream.
 *
 * <p>The provider sends the next chunk when this one was taken, so that at most a few are here.
 * When it goes, the member that stands by goes on where it stopped; the reader notices nothing,
 * unless that one writes the same state in other bytes: then reading fails, and the state is to be
 * read again from the start.
 */
final class IncomingState extends InputStream {
  /** Longest wait for a chunk until another member is asked. */
  static final Duration CHUNK_PATIENCE = Duration.ofSeconds(20);

  /** Asks a stand-by to go on. */
  interface Resumption {
    StateAnswer ask(SocketAddress standBy, long offset, long checksum)
        throws IOException, InterruptedException;
  }

  private record Chunk(
      ByteBuffer bytes, long offset, boolean last, Response response, String failure) {}

  private static final int MAX_CHUNKS = 4;

  private final Scheduler scheduler;
  private final long id;
  private final Resumption resumption;
  private final long deadlineNanos;

  /** Guarded by itself. */
  private final Queue<Chunk> chunks = new ArrayDeque<>(MAX_CHUNKS);

  private volatile SocketAddress provider;
  private volatile SocketAddress standBy;
  private volatile boolean hopeless;
  private StateChecksum checksum = new StateChecksum();
  private long received;
  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean ended;
  private boolean restarted;

  /** Why reading failed, or null. */
  private IOException failure;

  /** Completed when this member has delivered its own mark. */
  private final CompletableFuture<Void> mark = new CompletableFuture<>();

  IncomingState(
      Scheduler scheduler,
      long id,
      SocketAddress provider,
      long deadlineNanos,
      Resumption resumption) {
    this.scheduler = scheduler;
    this.id = id;
    this.provider = provider;
    this.deadlineNanos = deadlineNanos;
    this.resumption = resumption;
  }

  boolean is(long otherId) {
    return id == otherId;
  }

  SocketAddress provider() {
    return provider;
  }

  /** Sets the member that goes on when the provider goes, or null. */
  void standBy(SocketAddress member) {
    standBy = member;
  }

  /** Takes a chunk in, on a delivering thread; false when there are too many. */
  boolean offer(ByteBuffer bytes, long offset, boolean last, Response response) {
    synchronized (chunks) {
      if (chunks.size() >= MAX_CHUNKS) {
        return false;
      }
      chunks.add(new Chunk(bytes, offset, last, response, null));
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
    awaitMark();
  }

  /** Waits until this member has delivered its own mark. */
  void awaitMark() throws IOException {
    try {
      scheduler.get(mark, Duration.ofNanos(leftNanos()));
    } catch (ExecutionException e) {
      throw new IOException("the mark will not come", e);
    } catch (TimeoutException e) {
      throw new IOException("the mark did not come in time", e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Whether reading failed because the state begins anew; true once for each time. */
  boolean takeRestarted() {
    boolean was = restarted;
    if (was) {
      restarted = false;
      failure = null;
    }
    return was;
  }

  /** Why reading failed, or null: then what the reader throws is its own. */
  IOException failure() {
    return failure;
  }

  private static IOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while waiting for state", cause);
  }

  private long leftNanos() {
    return Math.max(0, deadlineNanos - scheduler.nanoTime());
  }

  /** The provider is gone: the stand-by goes on, or the reader fails. */
  void providerLost(String reason) {
    synchronized (chunks) {
      chunks.clear();
      chunks.add(new Chunk(null, 0, true, null, reason));
      scheduler.signalAll(chunks);
    }
  }

  /** Makes the reader fail, and who waits for the mark, whoever stands by. */
  void fail(String reason) {
    hopeless = true;
    mark.completeExceptionally(new IOException(reason));
    providerLost(reason);
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
      takeOrFail();
    }
    return true;
  }

  private void takeOrFail() throws IOException {
    try {
      take();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private void take() throws IOException {
    Chunk chunk = poll();
    if (chunk == null || chunk.failure() != null) {
      goOn(chunk == null ? "it did not come in time" : chunk.failure());
      return;
    }
    if (chunk.offset() == received) {
      received += chunk.bytes().remaining();
      checksum.update(chunk.bytes());
      current = chunk.bytes();
      ended = chunk.last();
    }
    chunk.response().send(true, false);
  }

  private void goOn(String reason) throws IOException {
    SocketAddress next = standBy;
    String lost = "state of member " + provider + ": " + reason;
    if (next == null || hopeless || leftNanos() == 0) {
      throw new IOException(lost);
    }
    standBy = null;
    provider = next; // from now on chunks of the former one are refused
    synchronized (chunks) {
      chunks.clear();
    }
    try {
      StateAnswer answer = resumption.ask(next, received, checksum.value());
      if (answer == StateAnswer.DIFFERS) {
        restart(next);
      } else if (answer != StateAnswer.RESUMED) {
        throw new IOException(
            "%s; member %s, which stood by, answered %s".formatted(lost, next, answer));
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void restart(SocketAddress next) throws IOException, InterruptedException {
    received = 0;
    checksum = new StateChecksum();
    StateAnswer answer = resumption.ask(next, 0, checksum.value());
    restarted = answer == StateAnswer.RESUMED;
    throw new IOException("state of member " + next + " has other bytes: read it from the start");
  }

  private Chunk poll() throws IOException {
    try {
      long end = scheduler.nanoTime() + Math.min(leftNanos(), CHUNK_PATIENCE.toNanos());
      synchronized (chunks) {
        for (long left = end - scheduler.nanoTime();
            chunks.isEmpty() && left > 0;
            left = end - scheduler.nanoTime()) {
          scheduler.await(chunks, left);
        }
        return chunks.poll();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }
}
