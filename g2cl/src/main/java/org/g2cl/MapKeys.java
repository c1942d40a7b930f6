package org.g2cl;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys of a map by the bytes that they cross as, which are the same at all members.
 *
 * <p>The objects need not be: a codec may read another one from the same bytes later, as that of
 * addresses does when a member has gone. So the one that was read first stands for them all. Each
 * key costs its bytes and some hundred more; none where values are simple, which have one form.
 */
final class MapKeys<K> {
  private final ValueCodec<K> codec;
  private final boolean simple;
  private final Map<ByteBuffer, K> known = new ConcurrentHashMap<>();

  MapKeys(ValueCodec<K> codec, Set<K> present) {
    this.codec = codec;
    this.simple = codec == ValueCodec.<K>simple();
    if (!simple) {
      present.forEach(key -> known.put(ByteBuffer.wrap(write(key)), key));
    }
  }

  byte[] write(Object key) {
    if (Objects.requireNonNull(key, "key").getClass().isArray()) {
      throw new IllegalArgumentException("a key must not be an array, which equals only itself");
    }
    @SuppressWarnings("unchecked") // as in a HashMap, a key of another type finds nothing
    K own = (K) key;
    return codec.write(own);
  }

  /** The key of those bytes; when there is none, what the codec reads. */
  K read(byte[] bytes) {
    K key = simple ? null : known.get(ByteBuffer.wrap(bytes));
    return key == null ? codec.read(bytes) : key;
  }

  /** As {@link #read}, and from now on the key of those bytes. */
  K add(byte[] bytes) {
    K key = read(bytes);
    if (!simple) {
      known.put(ByteBuffer.wrap(bytes), key);
    }
    return key;
  }

  /** The key that crosses as that object does, or null. */
  K find(Object key) {
    if (known.isEmpty()) {
      return null;
    }
    try {
      return known.get(ByteBuffer.wrap(write(key)));
    } catch (ClassCastException | IllegalArgumentException e) { // it cannot cross, so none is alike
      return null;
    }
  }

  void remove(byte[] bytes) {
    known.remove(ByteBuffer.wrap(bytes));
  }

  void retain(Set<K> present) {
    known.values().retainAll(present);
  }
}
