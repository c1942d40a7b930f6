package org.g2cl.cmi.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Answer of a server while it is read: tells a connection that ends or breaks from an answer that
 * is there and cannot be read, whose request is not to be repeated. Not thread-safe.
 */
final class AnswerStream extends FilterInputStream {
  private boolean isBroken;

  AnswerStream(InputStream in) {
    super(in);
  }

  /** Tells whether the connection has ended or failed. */
  boolean isBroken() {
    return isBroken;
  }

  @Override
  public int read() throws IOException {
    isBroken = true;
    int read = super.read();
    isBroken = read < 0;
    return read;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    isBroken = true;
    int read = super.read(bytes, offset, length);
    isBroken = read < 0;
    return read;
  }
}
