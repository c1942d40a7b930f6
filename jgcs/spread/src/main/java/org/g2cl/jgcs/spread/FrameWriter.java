package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Encoder of the frames of one connection, each written at once; not thread-safe. */
final class FrameWriter {
  /** A daemon that gets 143,121 bytes of data in a frame aborts, with all its clients. */
  static final int MOST_DATA = 142_000;

  private static final int APPLICATION_SHIFT = 8;
  private static final byte[] NOTHING = {};

  private final OutputStream out;
  private final String sender;
  private ByteBuffer frame = ByteBuffer.allocate(4096);

  /** Creates the writer of the connection with that private group name. */
  FrameWriter(OutputStream out, String sender) {
    this.out = out;
    this.sender = sender;
  }

  void request(int type, String group) throws IOException {
    write(type, group, 0, NOTHING, NOTHING, 0, 0);
  }

  /** Writes a message to one destination: its data are a head and a part of an array. */
  void write(
      int type,
      String destination,
      int application,
      byte[] head,
      byte[] data,
      int offset,
      int length)
      throws IOException {
    int dataLength = head.length + length;
    if (dataLength > MOST_DATA) {
      throw new IllegalArgumentException(
          dataLength + " bytes in one frame would stop the daemon; at most " + MOST_DATA);
    }
    int size = Frame.HEADER_BYTES + Names.BYTES + dataLength;
    if (frame.capacity() < size) {
      frame = ByteBuffer.allocate(Math.max(size, 2 * frame.capacity()));
    }
    frame.clear().putInt(type);
    Names.put(frame, sender);
    frame.putInt(1).putInt(application << APPLICATION_SHIFT).putInt(dataLength);
    Names.put(frame, destination);
    frame.put(head).put(data, offset, length);
    out.write(frame.array(), 0, size);
  }
}
