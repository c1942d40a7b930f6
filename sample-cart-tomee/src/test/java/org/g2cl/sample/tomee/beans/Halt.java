package org.g2cl.sample.tomee.beans;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Points of the beans at which a test can let the server die, as if by {@code kill -9}. */
public final class Halt {
  private static final int KILLED = 137;

  private Halt() {}

  /** File whose presence in the server's folder lets the server die at that point, once. */
  public static Path order(Path server, String point) {
    return server.resolve("halt-" + point);
  }

  /** Dies here if that was ordered. */
  public static void at(String point) {
    try {
      if (Files.deleteIfExists(order(Path.of(System.getProperty("catalina.base")), point))) {
        Runtime.getRuntime().halt(KILLED);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
