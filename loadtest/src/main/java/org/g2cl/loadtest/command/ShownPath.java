package org.g2cl.loadtest.command;

import java.nio.file.Path;

/** Path of a file as a command tells it: relative to where the user stands, when it is below. */
final class ShownPath {
  private ShownPath() {}

  static Path of(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path whole = path.toAbsolutePath().normalize();
    return whole.startsWith(here) && !whole.equals(here) ? here.relativize(whole) : whole;
  }
}
