package org.g2cl;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Messages that wait to be sent together: each as its length and its bytes. */
class Bundle {
  /** Most messages of one bundle. */
  static final int MAX_COUNT = 65_536;

  private List<byte[]> messages = new ArrayList<>();
  private int size;
  private boolean timed;
  private volatile boolean retired;

  /** What waits belongs to a membership that has ended: it is not to be sent. */
  void retire() {
    retired = true;
  }

  boolean isRetired() {
    return retired;
  }

  /** Whether a timer will send what waits. */
  boolean isTimed() {
    return timed;
  }

  void timed(boolean value) {
    timed = value;
  }

  void add(byte[] message) {
    messages.add(message);
    size += Varint.length(message.length) + message.length;
  }

  int count() {
    return messages.size();
  }

  /** Bytes of the bundle as it is. */
  int size() {
    return size;
  }

  /** The bundle as it crosses; then it is empty. */
  byte[] take() {
    byte[] bytes = new byte[size];
    int at = 0;
    for (byte[] message : messages) {
      at = Varint.write(bytes, at, message.length);
      System.arraycopy(message, 0, bytes, at, message.length);
      at += message.length;
    }
    messages = new ArrayList<>();
    size = 0;
    timed = false; // the timer is too early for what comes next
    return bytes;
  }

  /** A bundle of one. */
  static byte[] of(byte[] message) {
    Bundle bundle = new Bundle();
    bundle.add(message);
    return bundle.take();
  }

  /** Messages of a bundle, all of them or none. */
  static List<ByteBuffer> read(ByteBuffer source) throws MalformedFrameException {
    List<ByteBuffer> messages = new ArrayList<>();
    while (source.hasRemaining()) {
      int length = Varint.readLength(source);
      messages.add(source.slice(source.position(), length));
      source.position(source.position() + length);
      if (messages.size() > MAX_COUNT) {
        throw new MalformedFrameException("bundle of more than " + MAX_COUNT + " messages");
      }
    }
    return messages;
  }
}
