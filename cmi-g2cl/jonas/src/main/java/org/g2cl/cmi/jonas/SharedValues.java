package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Values of the tree in bytes and back; those read last are kept. Thread-safe. */
final class SharedValues {
  private final ValueCodec codec = new ValueCodec(ClassAllowList.fromSystem());
  private final Map<String, Decoded> decoded = new ConcurrentHashMap<>();
  private final String self;

  /** Value of a name, kept as long as its bytes are the same. */
  @SuppressWarnings("ArrayRecordComponent") // never changed, compared by content
  private record Decoded(byte[] bytes, Object value) {}

  /**
   * Creates none.
   *
   * @param self of this member, for messages
   */
  SharedValues(String self) {
    this.self = self;
  }

  byte[] encode(String of, Object value) {
    try {
      return codec.write(value);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: what '%s' is described by cannot be shared: %s".formatted(self, of, e.getMessage()),
          e);
    }
  }

  /** The value that a name has now, the same object as long as it has the same bytes. */
  Object decode(String name, byte[] bytes) {
    Decoded known = decoded.get(name);
    if (known != null && Arrays.equals(known.bytes(), bytes)) {
      return known.value();
    }
    try {
      Object value = read(bytes);
      decoded.put(name, new Decoded(bytes, value));
      return value;
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s: '%s' of the distributed registry cannot be read: %s. Put its classes, those of an object's filters too, on this server, and name them in %s where that is the reason"
              .formatted(self, name, e.getMessage(), ClassAllowList.SETTING),
          e);
    }
  }

  /** A value of its own, which is not kept. */
  Object read(byte[] bytes) throws IOException {
    return codec.read(bytes);
  }

  /** Keeps the value of a name no longer. */
  void forget(String name) {
    decoded.remove(name);
  }

  /** Number of values that are kept. */
  int kept() {
    return decoded.size();
  }
}
