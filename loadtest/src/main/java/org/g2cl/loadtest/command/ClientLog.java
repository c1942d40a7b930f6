package org.g2cl.loadtest.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Log of clients that run in this JVM: thousands of lines that the terminal is spared. */
final class ClientLog {
  private static final Logger ROOT = Logger.getLogger("");

  private ClientLog() {}

  /** From now on everything is logged to this file, and nothing to the terminal. */
  static void toFile(Path file) {
    try {
      FileHandler handler = new FileHandler(file.toString());
      handler.setFormatter(new SimpleFormatter());
      Arrays.stream(ROOT.getHandlers())
          .filter(ConsoleHandler.class::isInstance)
          .forEach(ROOT::removeHandler);
      ROOT.addHandler(handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
