package net.sf.jgcs.spi;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;

/**
 * Reads until closed or interrupted; pauses after failures, so that a broken engine costs little.
 */
final class PollingLoop implements Runnable {
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 1000;

  private final Reader reader;
  private final BooleanSupplier closed;
  private final Consumer<GroupException> failures;
  private long pause = FIRST_PAUSE_MILLIS;

  PollingLoop(Reader reader, BooleanSupplier closed, Consumer<GroupException> failures) {
    this.reader = reader;
    this.closed = closed;
    this.failures = failures;
  }

  @Override
  public void run() {
    try {
      while (!closed.getAsBoolean()) {
        turn();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void turn() throws InterruptedException {
    try {
      reader.read();
      pause = FIRST_PAUSE_MILLIS;
    } catch (IOException e) {
      if (!closed.getAsBoolean()) {
        failures.accept(new GroupException("reading from the engine failed: " + e, e));
        Thread.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  /** One blocking read. */
  interface Reader {
    void read() throws IOException, InterruptedException;
  }
}
