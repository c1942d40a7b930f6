package org.g2cl.cmi.tomee;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Stream of one answer that leaves it to the connection when to send: ejbd flushes after the
 * protocol's name, after the list of servers and after the result, which makes three packets, and
 * wakes the client three times (checked with OpenEJB 10.0.0-M2). What the connection's buffer does
 * not hold is sent meanwhile, the rest when the connection is flushed.
 */
final class WholeAnswer extends FilterOutputStream {
  WholeAnswer(OutputStream connection) {
    super(connection);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  /** Sends nothing. */
  @Override
  public void flush() {}

  /** Ends the answer, and not the connection. */
  @Override
  public void close() {}
}
