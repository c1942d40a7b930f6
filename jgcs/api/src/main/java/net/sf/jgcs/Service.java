package net.sf.jgcs;

import java.io.Serializable;

/** Quality of service of a message; partially ordered among the services of one binding. */
public interface Service extends Serializable {
  /**
   * Tells whether this service is at least as strong as the other one.
   *
   * @throws ClassCastException when the other one belongs to another binding
   */
  boolean satisfies(Service service);
}
