package net.sf.jgcs.annotation;

import java.net.SocketAddress;
import java.util.Objects;
import net.sf.jgcs.Annotation;

/** Hint that a message goes to one member only. */
public class PointToPoint implements Annotation {
  private final SocketAddress destination;

  /** Creates the hint for a member, which must not be null. */
  public PointToPoint(SocketAddress destination) {
    this.destination = Objects.requireNonNull(destination, "destination");
  }

  /** Member that the message goes to. */
  public SocketAddress getDestination() {
    return destination;
  }

  @Override
  public String toString() {
    return "PointToPoint[" + destination + "]";
  }
}
