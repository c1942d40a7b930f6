package org.g2cl.loadtest.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Ends what a command has started when the JVM is asked to end by Ctrl-C or SIGTERM. */
final class InterruptGuard implements AutoCloseable {
  /** Ctrl-C reaches the nodes, too: that they end may be noticed here before it is. */
  private static final Duration NOTICED = Duration.ofMillis(500);

  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final Thread hook;

  private InterruptGuard(Terminal terminal, Runnable abort, Supplier<String> farewell) {
    hook =
        new Thread(
            () -> {
              interrupted.countDown();
              silenceLogs();
              terminal.last("\nInterrupted: stopping the nodes …");
              end(abort, farewell, System.out);
            },
            "interrupt");
  }

  /**
   * Guards from now on; does not return when the JVM ends already.
   *
   * @param abort ends all processes
   * @param farewell last sentence but one, asked for afterwards; empty for none
   */
  static InterruptGuard of(Terminal terminal, Runnable abort, Supplier<String> farewell)
      throws InterruptedException {
    InterruptGuard guard = new InterruptGuard(terminal, abort, farewell);
    try {
      Runtime.getRuntime().addShutdownHook(guard.hook);
    } catch (IllegalStateException ending) {
      Thread.currentThread().join();
    }
    return guard;
  }

  /** What ends by this tells of failures: the embedded database's library by a stack trace. */
  private static void silenceLogs() {
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler instanceof ConsoleHandler) {
        handler.setLevel(Level.OFF);
      }
    }
  }

  /** Ends all processes; says what may be left of them, where one could not be, and farewell. */
  static void end(Runnable abort, Supplier<String> farewell, PrintStream out) {
    String rest = "Nothing is left running.";
    try {
      abort.run();
    } catch (RuntimeException e) {
      rest = "";
      out.println("Something may be left running: " + e.getMessage());
    }
    out.println((farewell.get() + " " + rest).strip());
    out.flush();
  }

  /**
   * Waits for the end of the JVM when it was interrupted: failures that this causes say nothing.
   */
  void awaitEndIfInterrupted() throws InterruptedException {
    if (interrupted.await(NOTICED.toMillis(), TimeUnit.MILLISECONDS)) {
      Thread.currentThread().join();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // then it is the hook that ends all
    }
  }
}
