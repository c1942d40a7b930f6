package org.g2cl;

/** Frames as they cross the network. */
final class Frames {
  private Frames() {}

  static byte[] encode(Header header, int serviceId, Order order, byte... body) {
    byte[] head = Frame.head(header, serviceId, order, body.length);
    byte[] frame = java.util.Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, frame, head.length, body.length);
    return frame;
  }

  static G2CLMessage decode(byte... frame) throws MalformedFrameException {
    return Frame.decode(frame, 0, frame.length, null);
  }
}
