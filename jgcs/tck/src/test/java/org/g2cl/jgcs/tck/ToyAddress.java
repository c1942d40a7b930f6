package org.g2cl.jgcs.tck;

import java.net.SocketAddress;

final class ToyAddress extends SocketAddress {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final long number;
  private final boolean equalsCopies;

  ToyAddress(String name, long number, boolean equalsCopies) {
    this.name = name;
    this.number = number;
    this.equalsCopies = equalsCopies;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (equalsCopies && other instanceof ToyAddress that && number == that.number);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return name;
  }
}
