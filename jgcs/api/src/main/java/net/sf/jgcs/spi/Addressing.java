package net.sf.jgcs.spi;

import java.net.SocketAddress;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.annotation.SelfDelivery;

/**
 * Receivers of a message, as its annotations say; unknown annotations are ignored.
 *
 * <p>An addition to jGCS 0.8.
 *
 * @param destination the only receiver, or null for all members
 * @param toSelf whether the sender is among all members
 */
public record Addressing(SocketAddress destination, boolean toSelf) {
  private static final Addressing ALL = new Addressing(null, true);

  /** Reads the annotations of one message; the last of a kind counts. */
  public static Addressing of(Annotation... annotations) {
    if (annotations.length == 0) {
      return ALL;
    }
    SocketAddress destination = null;
    boolean toSelf = true;
    for (Annotation annotation : annotations) {
      if (annotation instanceof PointToPoint pointToPoint) {
        destination = pointToPoint.getDestination();
      } else if (annotation instanceof SelfDelivery choice) {
        toSelf = choice == SelfDelivery.DELIVER;
      }
    }
    return new Addressing(destination, toSelf);
  }
}
