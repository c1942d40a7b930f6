package net.sf.jgcs.spi;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;

/**
 * Reads until closed or interrupted; pauses after failures, so that a broken engine costs little. A
 * listener that throws does not end it.
 */
final class PollingLoop implements Runnable {
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 1000;

  private final Reader reader;
  private final BooleanSupplier closed;
  private final Consumer<GroupException> failures;
  private final Pauser pauser;
  private long pause = FIRST_PAUSE_MILLIS;

  PollingLoop(Reader reader, BooleanSupplier closed, Consumer<GroupException> failures) {
    this(reader, closed, failures, Thread::sleep);
  }

  PollingLoop(
      Reader reader, BooleanSupplier closed, Consumer<GroupException> failures, Pauser pauser) {
    this.reader = reader;
    this.closed = closed;
    this.failures = failures;
    this.pauser = pauser;
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
      failed("reading from the engine failed: ", e);
    } catch (RuntimeException | Error e) { // of a listener of the application, or of the binding
      failed("handling what was read from the engine failed: ", e);
    }
  }

  private void failed(String what, Throwable failure) throws InterruptedException {
    if (closed.getAsBoolean()) {
      return;
    }
    tell(new GroupException(what + failure, failure));
    pauser.pause(pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
  }

  private void tell(GroupException failure) {
    try {
      failures.accept(failure);
    } catch (RuntimeException | Error e) { // of the exception listener
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, e);
    }
  }

  /** One blocking read. */
  interface Reader {
    void read() throws IOException, InterruptedException;
  }

  /** What passes the time. */
  interface Pauser {
    void pause(long millis) throws InterruptedException;
  }
}
