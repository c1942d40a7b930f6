package org.g2cl.jgcs.spread;

/** Error that can be neither logged nor described, as when memory is out. */
final class Unspeakable extends Error {
  private static final long serialVersionUID = 1L;

  @Override
  public String getMessage() {
    throw new InternalError("thrown by the test");
  }
}
