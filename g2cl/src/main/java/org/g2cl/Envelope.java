package org.g2cl;

import java.nio.ByteBuffer;

/**
 * Head of an encrypted frame; authenticated, not secret.
 *
 * <pre>
 * byte 0      magic, which no plain frame begins with
 * byte 1      version
 * byte 2      stream: top bit for messages to one member, next bit for greetings and good-byes,
 *             then a number
 * bytes 3-6   key id
 * bytes 7-22  instance of the sender, random
 * bytes 23-26 time of sending, seconds since 1970, unsigned
 * bytes 27-34 sequence number within instance and stream
 * the rest    encrypted bytes, with the tag of 16 bytes at their end
 * </pre>
 */
record Envelope(int stream, int keyId, Instance instance, long second, long sequence) {
  static final int MAGIC = (byte) 0xc5;
  static final int VERSION = 1;
  static final int LENGTH = 35;
  static final int TAG_LENGTH = 16;

  /** Bit of the stream of messages to one member. */
  static final int TO_ONE = 0x80;

  /** Bit of the streams of greetings, which carry nothing, and of {@link GoodByes}. */
  static final int GREETING = 0x40;

  /** Most streams of a sender; further qualities of service share the last. */
  static final int MAX_STREAM = 0x3f;

  private static final long SECONDS_MASK = 0xffff_ffffL;

  /** Random name of one sender from its opening to its end. */
  record Instance(long high, long low) {}

  boolean toOne() {
    return (stream & TO_ONE) != 0;
  }

  boolean greeting() {
    return (stream & GREETING) != 0;
  }

  void write(ByteBuffer target) {
    target.put((byte) MAGIC).put((byte) VERSION).put((byte) stream).putInt(keyId);
    target.putLong(instance.high()).putLong(instance.low());
    target.putInt((int) second).putLong(sequence);
  }

  /** Never the same twice under the key of an instance. */
  byte[] nonce() {
    return ByteBuffer.allocate(12).putInt(stream).putLong(sequence).array();
  }

  static Envelope read(ByteBuffer source) throws MalformedFrameException {
    if (!source.hasRemaining() || source.get(source.position()) != MAGIC) {
      throw new MismatchException(
          "it is not encrypted; its sender has no key, give it the secret of this member");
    }
    if (source.remaining() < LENGTH + TAG_LENGTH) {
      throw new MalformedFrameException("truncated envelope");
    }
    source.get();
    int version = source.get();
    if (version != VERSION) {
      throw new MismatchException("unknown version " + version + " of encryption");
    }
    int stream = source.get() & 0xff;
    int keyId = source.getInt();
    Instance instance = new Instance(source.getLong(), source.getLong());
    return new Envelope(stream, keyId, instance, source.getInt() & SECONDS_MASK, source.getLong());
  }
}
