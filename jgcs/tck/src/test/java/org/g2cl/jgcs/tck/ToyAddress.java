package org.g2cl.jgcs.tck;

import java.net.SocketAddress;

final class ToyAddress extends SocketAddress {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final long number;

  ToyAddress(String name, long number) {
    this.name = name;
    this.number = number;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ToyAddress that && number == that.number;
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
