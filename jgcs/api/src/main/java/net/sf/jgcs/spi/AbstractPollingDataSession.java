package net.sf.jgcs.spi;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.sf.jgcs.GroupConfiguration;

/**
 * Data session whose engine is asked for messages by one thread per group.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 */
public abstract class AbstractPollingDataSession<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractPollingDataSession<P, DS, CS, G>,
        CS extends AbstractControlSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    extends AbstractDataSession<P, DS, CS, G> {
  /** Runs {@link #task}; one daemon thread. */
  protected ExecutorService pool;

  /** Reads until the session is closed. */
  protected Runnable task;

  /** Creates a session that polls once it is booted. */
  protected AbstractPollingDataSession() {}

  @Override
  protected void boot() {
    pool =
        Executors.newSingleThreadExecutor(
            body -> {
              Thread thread = new Thread(body, "jgcs-poll " + group);
              thread.setDaemon(true);
              return thread;
            });
    task = new PollingLoop(this::read, this::isClosed, this::notifyExceptionListeners);
    pool.execute(task);
  }

  /**
   * Waits for input and handles it; called again and again until the session is closed.
   *
   * @throws IOException when reading failed; reported, then tried again after a growing pause
   * @throws InterruptedException when the session is being closed
   */
  protected abstract void read() throws IOException, InterruptedException;

  @Override
  protected void cleanup() {
    ExecutorService running = pool;
    if (running != null) {
      running.shutdownNow();
    }
  }
}
