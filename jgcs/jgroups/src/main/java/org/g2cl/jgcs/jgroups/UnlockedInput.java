package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Input with a buffer and without a lock, for one reader at a time.
 *
 * <p>JGroups reads numbers and headers byte by byte, and the JDK's buffered input takes a lock for
 * each. Here a byte of the buffer costs a comparison. Who hands it on to another thread does so by
 * what makes writes seen, as starting that thread does. Any thread may close it: who waits for the
 * socket then is told so; what was read ahead can still be had. After a time-out the reader may
 * read on. Marks are not supported.
 */
final class UnlockedInput extends InputStream {
  private final InputStream in;
  private final byte[] buffer;

  /** Of the bytes in the buffer the next one to be had, and the end of them. */
  private int next;

  private int end;

  UnlockedInput(InputStream in, int size) {
    this.in = in;
    buffer = new byte[size];
  }

  @Override
  public int read() throws IOException {
    return next < end || fill() ? buffer[next++] & 0xff : -1;
  }

  /** Reads what is there, at least a byte; what the buffer could not hold goes past it. */
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (next == end && length >= buffer.length) {
      return in.read(target, offset, length);
    }
    return next < end || fill() ? take(target, offset, length) : -1;
  }

  private int take(byte[] target, int offset, int length) {
    int taken = Math.min(length, end - next);
    System.arraycopy(buffer, next, target, offset, taken);
    next += taken;
    return taken;
  }

  /** Waits for bytes; false at the end. When it fails, the buffer stays empty. */
  private boolean fill() throws IOException {
    next = 0;
    end = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }

  @Override
  public int available() throws IOException {
    return end - next + in.available();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** The one input of a socket, whose {@link java.net.Socket#getInputStream} is asked again. */
  static final class OfSocket {
    private final int size;
    private InputStream input;

    /**
     * @param size bytes of its buffer; 0 for none, when the socket's own input is the one
     */
    OfSocket(int size) {
      this.size = size;
    }

    /**
     * @param below what is put between the socket's own input and the buffer, once
     */
    synchronized InputStream over(InputStream own, UnaryOperator<InputStream> below) {
      if (input == null) {
        InputStream next = below.apply(own);
        input = size == 0 ? next : new UnlockedInput(next, size);
      }
      return input;
    }
  }
}
