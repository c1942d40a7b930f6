package org.g2cl;

/** Handle of something registered, closed to take it back; closing twice is harmless. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
  @Override
  void close();
}
