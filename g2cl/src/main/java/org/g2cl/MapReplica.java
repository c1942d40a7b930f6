package org.g2cl;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/** This member's copy of a {@link ReplicatedHashMap}; writes come in total order. */
final class MapReplica<K, V> implements StateHandler {
  private final ConcurrentMap<K, V> map;
  private final MapKeys<K> keys;
  private final ValueCodec<V> values;
  private final Consumer<Consumer<ReplicatedHashMap.Notification<K, V>>> listeners;

  MapReplica(
      ConcurrentMap<K, V> map,
      ValueCodec<K> keys,
      ValueCodec<V> values,
      Consumer<Consumer<ReplicatedHashMap.Notification<K, V>>> listeners) {
    this.map = map;
    this.keys = new MapKeys<>(keys, map.keySet());
    this.values = values;
    this.listeners = listeners;
  }

  byte[] key(Object key) {
    return keys.write(key);
  }

  /** Value of the key that equals that one or, when none does, crosses as it does; or null. */
  V get(Object key) {
    V value = map.get(key);
    K alike = value == null ? keys.find(key) : null;
    return alike == null ? value : map.get(alike);
  }

  byte[] value(Object value) {
    Objects.requireNonNull(value, "value");
    @SuppressWarnings("unchecked") // as in a HashMap, a value of another type equals nothing
    V own = (V) value;
    return values.write(own);
  }

  V valueOf(byte[] bytes) {
    return values.read(bytes);
  }

  /** Applies a write, and answers what {@link #before} says. */
  byte[] apply(MapWrite write) {
    return switch (write.operation()) {
      case PUT_ALL -> putAll(write.fields());
      case CLEAR -> clear();
      default -> applyToKey(write);
    };
  }

  private byte[] applyToKey(MapWrite write) {
    byte[] before = before(write);
    switch (write.operation()) {
      case PUT -> set(write.key(), write.value(0));
      case PUT_IF_ABSENT -> setWhen(before == null, write.key(), write.value(0));
      case REPLACE -> setWhen(before != null, write.key(), write.value(0));
      case REPLACE_IF_EQUAL -> setWhen(before != null, write.key(), write.value(1));
      default -> removeWhen(before != null, write.key());
    }
    return before;
  }

  /**
   * Value before a write as it crosses, null when there is none; of a write that depends on a value
   * null also when it is another one.
   */
  byte[] before(MapWrite write) {
    V value = write.fields().isEmpty() ? null : map.get(keys.read(write.key()));
    byte[] before = value == null ? null : values.write(value);
    boolean matches = !write.ifEqual() || Arrays.equals(before, write.value(0));
    return matches ? before : null;
  }

  private void setWhen(boolean condition, byte[] key, byte[] value) {
    if (condition) {
      set(key, value);
    }
  }

  private void set(byte[] keyBytes, byte[] bytes) {
    V value = values.read(bytes);
    K key = keys.add(keyBytes);
    map.put(key, value);
    listeners.accept(listener -> listener.entrySet(key, value));
  }

  private void removeWhen(boolean condition, byte[] keyBytes) {
    if (condition) {
      K key = keys.read(keyBytes);
      map.remove(key);
      keys.remove(keyBytes);
      listeners.accept(listener -> listener.entryRemoved(key));
    }
  }

  private byte[] putAll(List<byte[]> fields) {
    Map<K, V> entries = new HashMap<>();
    for (int i = 0; i < fields.size(); i += 2) {
      entries.put(keys.add(fields.get(i)), values.read(fields.get(i + 1)));
    }
    map.putAll(entries);
    tellSet(entries);
    return null;
  }

  private byte[] clear() {
    map.clear();
    keys.retain(map.keySet());
    listeners.accept(ReplicatedHashMap.Notification::contentsCleared);
    return null;
  }

  @Override
  public StateSnapshot snapshot() {
    List<Map.Entry<K, V>> entries = new ArrayList<>(map.size());
    map.forEach((key, value) -> entries.add(Map.entry(key, value)));
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      for (Map.Entry<K, V> entry : entries) {
        data.writeBoolean(true);
        write(data, keys.write(entry.getKey()));
        write(data, values.write(entry.getValue()));
      }
      data.writeBoolean(false);
    };
  }

  private static void write(DataOutputStream data, byte[] bytes) throws IOException {
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  @Override
  public void setState(InputStream in) throws IOException {
    try {
      replace(entries(new DataInputStream(in)));
    } finally {
      keys.retain(map.keySet());
    }
  }

  private Map<K, V> entries(DataInputStream data) throws IOException {
    Map<K, V> entries = new HashMap<>();
    try {
      while (data.readBoolean()) {
        entries.put(keys.add(read(data)), values.read(read(data)));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("state of the map has an entry that cannot be read", e);
    }
    return entries;
  }

  private void replace(Map<K, V> entries) {
    List<K> dropped = new ArrayList<>(map.keySet());
    dropped.removeIf(entries::containsKey);
    map.keySet().retainAll(entries.keySet());
    map.putAll(entries);
    dropped.forEach(key -> listeners.accept(listener -> listener.entryRemoved(key)));
    tellSet(entries);
  }

  private void tellSet(Map<K, V> entries) {
    Map<K, V> readOnly = Collections.unmodifiableMap(entries);
    listeners.accept(listener -> listener.contentsSet(readOnly));
  }

  private static byte[] read(DataInputStream data) throws IOException {
    int length = data.readInt();
    if (length < 0 || length > Frame.MAX_PAYLOAD) {
      throw new IOException("entry of " + length + " bytes");
    }
    // brought down to Java 8 by JvmDowngrader 1.3.3, it gives null at the end of a stream
    byte[] bytes = length == 0 ? new byte[0] : data.readNBytes(length);
    if (bytes == null || bytes.length < length) {
      throw new IOException("state of the map is cut off");
    }
    return bytes;
  }
}
