package org.g2cl.bench.delivery;

/** Layer that a program uses to talk to its group. */
public enum Layer {
  /** The engine's own interface. */
  ALONE,
  /** jGCS on the engine. */
  JGCS,
  /** G2CL's MarshalDataSession on jGCS on the engine. */
  G2CL
}
