package org.g2cl.jgcs.spread;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/** Buffered input of a connection that looks up from reading whenever nothing comes for a while. */
final class WireInput {
  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private volatile Idle idle = () -> {};

  WireInput(InputStream in) {
    this.in = in;
  }

  /** Sets what is done when the socket's time-out passed without a byte. */
  void onIdle(Idle action) {
    idle = action;
  }

  int readByte() throws IOException {
    byte[] one = new byte[1];
    readFully(one, 0, 1);
    return one[0];
  }

  void readFully(byte[] into, int offset, int length) throws IOException {
    int done = Math.min(length, limit - position);
    System.arraycopy(buffer, position, into, offset, done);
    position += done;
    while (done < length) {
      done += readMore(into, offset + done, length - done);
    }
  }

  /** Large rests go past the buffer, which is empty here. */
  private int readMore(byte[] into, int offset, int length) throws IOException {
    if (length >= buffer.length) {
      return receive(into, offset, length);
    }
    limit = receive(buffer, 0, buffer.length);
    position = Math.min(length, limit);
    System.arraycopy(buffer, 0, into, offset, position);
    return position;
  }

  private int receive(byte[] into, int offset, int length) throws IOException {
    while (true) {
      try {
        int count = in.read(into, offset, length);
        if (count < 0) {
          throw new EOFException("the stream ended");
        }
        return count;
      } catch (SocketTimeoutException e) {
        idle.run();
      }
    }
  }

  /** What is done when nothing comes; its failure ends the reading. */
  interface Idle {
    void run() throws IOException;
  }
}
