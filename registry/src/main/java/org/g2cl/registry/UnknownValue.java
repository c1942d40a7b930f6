package org.g2cl.registry;

import java.util.Arrays;

/**
 * Value that this release cannot read, as one of a type that a later release has added; immutable,
 * compared by value.
 *
 * <p>It is kept and passed on to other members as it is, so those that can read it do.
 */
public final class UnknownValue {
  private final byte[] form;

  UnknownValue(byte[] form) {
    this.form = form;
  }

  /** Type, then value, as the member that bound it wrote them; a copy. */
  public byte[] form() {
    return form.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnknownValue that && Arrays.equals(form, that.form);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(form);
  }

  @Override
  public String toString() {
    String type = form.length == 0 ? "without a type" : "of type " + form[0];
    return "unknown value %s, %d bytes".formatted(type, form.length);
  }
}
