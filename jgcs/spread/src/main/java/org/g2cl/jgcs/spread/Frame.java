package org.g2cl.jgcs.spread;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Frame that came from the daemon: a message, a view, or another word of it. */
final class Frame {
  /** Bytes ahead of the names of the groups. */
  static final int HEADER_BYTES = 48;

  private final int type;
  private final String about;
  private final List<String> members;
  private final int application;
  private final ByteOrder order;
  private final byte[] data;

  Frame(
      int type, String about, List<String> members, int application, ByteOrder order, byte[] data) {
    this.type = type;
    this.about = about;
    this.members = members;
    this.application = application;
    this.order = order;
    this.data = data;
  }

  boolean is(int bits) {
    return (type & bits) != 0;
  }

  /** Bits of the frame; in a rejection those of what is rejected, too. */
  int type() {
    return type;
  }

  /** Private group name of the sender of a message; name of the group that a view is of. */
  String about() {
    return about;
  }

  /** Members of a view; none in any other frame. */
  List<String> members() {
    return members;
  }

  /** 16 bits that the sender set. */
  int application() {
    return application;
  }

  byte[] data() {
    return data;
  }

  /** Data as the daemon wrote it, for what is not a message. */
  ByteBuffer words() {
    return ByteBuffer.wrap(data).order(order);
  }

  @Override
  public String toString() {
    return "frame 0x%x about %s, %d bytes".formatted(type, about, data.length);
  }
}
