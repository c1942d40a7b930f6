package org.g2cl.cmi.tomee;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Writer of object graphs, each a serial stream of its own behind some bytes of ours.
 *
 * <p>Streams are used again: making one costs as much as a small graph. What they have written is
 * the same as of a fresh one. One whose graph failed or was large is not used again. Thread-safe.
 */
final class GraphWriter {
  private static final int STREAMS_KEPT = 8;

  /** Graphs of more bytes than this give their buffers and tables back to the heap. */
  private static final int LARGE = 256 << 10;

  private final ClassAllowList allowed;
  private final Queue<Stream> free = new ArrayBlockingQueue<>(STREAMS_KEPT);

  GraphWriter(ClassAllowList allowed) {
    this.allowed = allowed;
  }

  /** What is written to a stream. */
  interface Content {
    void writeTo(StateOutput out) throws IOException;
  }

  /**
   * Writes a stream.
   *
   * @param head bytes to put before the stream
   */
  byte[] write(byte[] head, Content content) throws IOException {
    Stream used = free.poll();
    Stream stream = used == null ? new Stream(allowed) : used;
    byte[] written = stream.write(head, content);
    if (written.length <= LARGE) {
      stream.recycle();
      free.offer(stream);
    }
    return written;
  }

  private static final class Stream {
    private static final int FIRST_SIZE = 2_048;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_SIZE);
    private final StateOutput out;

    /** What every serial stream begins with. */
    private final byte[] magic;

    Stream(ClassAllowList allowed) throws IOException {
      out = new StateOutput(bytes, allowed);
      out.flush();
      magic = bytes.toByteArray();
    }

    byte[] write(byte[] head, Content content) throws IOException {
      bytes.reset();
      bytes.writeBytes(head);
      bytes.writeBytes(magic);
      content.writeTo(out);
      out.flush();
      return bytes.toByteArray();
    }

    /** Forgets what was written, so that the next stream refers to nothing of this one. */
    void recycle() throws IOException {
      out.recycle();
    }
  }
}
