package org.g2cl.registry;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.Objects;

/** Name with its value and its owner; immutable, compared by value. */
public final class RegistryEntry {
  private final String name;
  private final Object value;
  private final SocketAddress owner;

  RegistryEntry(String name, Object value, SocketAddress owner) {
    this.name = name;
    this.value = value;
    this.owner = owner;
  }

  /** Full name. */
  public String name() {
    return name;
  }

  /**
   * Value: {@code byte[]}, a copy, or {@code String}, or a boxed primitive, or an {@link
   * UnknownValue}.
   */
  public Object value() {
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  /** Value of an entry that was bound with a {@code String}. */
  public String string() {
    return (String) value;
  }

  /** Value of an entry that was bound with a {@code byte[]}, a copy. */
  public byte[] bytes() {
    return ((byte[]) value).clone();
  }

  /** Member that bound it last. */
  public SocketAddress owner() {
    return owner;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegistryEntry that
        && name.equals(that.name)
        && owner.equals(that.owner)
        && Objects.deepEquals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, owner);
  }

  @Override
  public String toString() {
    String shown = value instanceof byte[] bytes ? Arrays.toString(bytes) : value.toString();
    return name
        + "="
        + (shown.length() > 80 ? shown.substring(0, 80) + "..." : shown)
        + " of "
        + owner;
  }
}
