package org.g2cl.cmi.client;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Answer of a server while it is read: tells one that was cut off, since the connection ended or
 * failed, from one that is there and cannot be read, whose request is not to be repeated.
 *
 * <p>What a reader throws does not tell it: the end of the connection within a block of data is to
 * Java's serialization a corrupt stream, and a class that reads itself may make of it whatever it
 * likes, also nothing. Not thread-safe.
 */
final class AnswerStream extends FilterInputStream {
  private IOException end;

  AnswerStream(InputStream in) {
    super(in);
  }

  /**
   * Does nothing as long as no read has met the end of the connection.
   *
   * @param consequence what the reader made of it, or null
   * @throws IOException what ended the connection
   */
  void requireNotCutOff(Throwable consequence) throws IOException {
    if (end == null) {
      return;
    }
    if (consequence != null && consequence != end) {
      end.addSuppressed(consequence);
    }
    throw end;
  }

  @Override
  public int read() throws IOException {
    try {
      return ended(super.read());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return ended(super.read(bytes, offset, length));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private int ended(int read) {
    if (read < 0 && end == null) {
      end = new EOFException("the server closed the connection within its answer");
    }
    return read;
  }

  private IOException failed(IOException failure) {
    if (end == null) {
      end = failure;
    }
    return failure;
  }
}
