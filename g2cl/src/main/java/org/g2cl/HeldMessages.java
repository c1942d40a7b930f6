package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Queue of delivered messages that keeps their bytes, one after another in blocks, and no objects.
 *
 * <p>A joiner may hold a million messages for seconds. As objects they would take three times the
 * memory, and the garbage collector would copy each of them while everybody waits. Not thread-safe.
 */
final class HeldMessages {
  /** Larger messages have a block of their own. */
  static final int BLOCK = 64 * 1024;

  /** A message as it was delivered, and who gets it. */
  record Held(G2CLMessage message, Consumer<G2CLMessage> receiver) {}

  /** Each between its position, where reading goes on, and its limit, where writing does. */
  private final Deque<ByteBuffer> blocks = new ArrayDeque<>();

  private final Numbers<SocketAddress> senders = new Numbers<>();
  private final Numbers<Consumer<G2CLMessage>> receivers = new Numbers<>();
  private long bytes;

  /**
   * Adds a message.
   *
   * @param receiver one of few
   */
  void add(G2CLMessage message, Consumer<G2CLMessage> receiver) {
    Header header = message.header();
    byte[] head = Frame.head(header, header.serviceId(), header.order(), message.getLength());
    int length = head.length + message.getLength();
    byte[] prefix = new byte[3 * Varint.MAX_LENGTH];
    int end = Varint.write(prefix, 0, receivers.of(receiver));
    end = Varint.write(prefix, end, senders.of(message.getSender()));
    end = Varint.write(prefix, end, length);
    ByteBuffer block = blockFor(end + length);
    append(block, prefix, 0, end);
    append(block, head, 0, head.length);
    append(block, message.getArray(), message.getOffset(), message.getLength());
  }

  private ByteBuffer blockFor(int length) {
    ByteBuffer last = blocks.peekLast();
    if (last == null || last.capacity() - last.limit() < length) {
      last = ByteBuffer.allocate(Math.max(BLOCK, length)).limit(0);
      blocks.add(last);
      bytes += last.capacity();
    }
    return last;
  }

  private static void append(ByteBuffer block, byte[] source, int offset, int length) {
    int end = block.limit();
    block.limit(end + length).put(end, source, offset, length);
  }

  /** Takes the first message, or null when there is none. */
  Held poll() {
    ByteBuffer first = blocks.peek();
    while (first != null && !first.hasRemaining()) {
      bytes -= blocks.remove().capacity();
      first = blocks.peek();
    }
    return first == null ? null : read(first);
  }

  private Held read(ByteBuffer block) {
    try {
      Consumer<G2CLMessage> receiver = receivers.at((int) Varint.read(block));
      SocketAddress sender = senders.at((int) Varint.read(block));
      byte[] frame = new byte[Varint.readLength(block)];
      block.get(frame);
      return new Held(Frame.decode(frame, 0, frame.length, sender), receiver);
    } catch (MalformedFrameException e) {
      throw new IllegalStateException("a held message cannot be read back", e);
    }
  }

  /** Memory of the blocks. */
  long bytes() {
    return bytes;
  }

  void clear() {
    blocks.clear();
    senders.clear();
    receivers.clear();
    bytes = 0;
  }

  /** Things by the order in which they were first seen. */
  private static final class Numbers<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> things = new ArrayList<>();

    int of(T thing) {
      Integer known = numbers.putIfAbsent(thing, things.size());
      if (known != null) {
        return known;
      }
      things.add(thing);
      return things.size() - 1;
    }

    T at(int number) {
      return things.get(number);
    }

    void clear() {
      numbers.clear();
      things.clear();
    }
  }
}
