package net.sf.jgcs.spi;

/** Keeps the first of several failures, and the others with it; null is none. */
final class Failures {
  private Failures() {}

  static <T extends Throwable> T join(T first, T next) {
    if (first == null) {
      return next;
    }
    if (next != null) {
      first.addSuppressed(next);
    }
    return first;
  }
}
