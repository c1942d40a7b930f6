package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** Form of replies: a value, or type name and message of an exception, cut to a bounded length. */
final class Replies {
  private static final int MAX_TYPE = 255;
  private static final int MAX_MESSAGE = 4096;

  private Replies() {}

  /** Length of the type name, the type name, and the message when there is one. */
  static byte[] error(Throwable failure) {
    byte[] type = cut(failure.getClass().getName(), MAX_TYPE);
    byte[] message = failure.getMessage() == null ? null : cut(failure.getMessage(), MAX_MESSAGE);
    int size = 2 + type.length + (message == null ? 0 : message.length);
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes.put((byte) type.length).put(type).put((byte) (message == null ? 0 : 1));
    if (message != null) {
      bytes.put(message);
    }
    return bytes.array();
  }

  private static byte[] cut(String text, int maxBytes) {
    String head = text.length() > maxBytes ? text.substring(0, maxBytes) : text;
    byte[] bytes = head.getBytes(UTF_8);
    return bytes.length <= maxBytes ? bytes : cut(head.substring(0, head.length() / 2), maxBytes);
  }

  static Rsp<Object> read(G2CLMessage message, ValueCodec<Object> codec)
      throws MalformedFrameException {
    ByteBuffer body = message.payload();
    Header header = message.header();
    return header.type() == Header.REPLY
        ? Rsp.of(Values.decoded(Values.read(header.tag(), body), codec))
        : Rsp.failed(readError(body, message.getSender()));
  }

  private static RemoteInvocationException readError(ByteBuffer body, SocketAddress sender)
      throws MalformedFrameException {
    if (!body.hasRemaining()) {
      throw new MalformedFrameException("empty error");
    }
    int length = body.get() & 0xff;
    if (body.remaining() < length + 1 || body.remaining() > MAX_TYPE + 1 + MAX_MESSAGE) {
      throw new MalformedFrameException("error of a wrong length");
    }
    String type = UTF_8.decode(body.slice(body.position(), length)).toString();
    body.position(body.position() + length);
    boolean hasMessage = body.get() != 0;
    return new RemoteInvocationException(
        sender, type, hasMessage ? UTF_8.decode(body).toString() : null);
  }
}
