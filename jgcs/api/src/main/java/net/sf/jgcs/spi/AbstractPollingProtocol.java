package net.sf.jgcs.spi;

import java.io.IOException;
import net.sf.jgcs.GroupConfiguration;

/**
 * Protocol whose engine is asked for messages by one thread of its own.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 */
public abstract class AbstractPollingProtocol<
        P extends AbstractPollingProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractControlSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    extends AbstractProtocol<P, DS, CS, G> {
  private volatile Thread poller;

  /** Creates a protocol that does not poll yet. */
  protected AbstractPollingProtocol() {}

  /** Starts the polling thread. */
  protected void boot() {
    Thread thread =
        new Thread(
            new PollingLoop(this::read, this::isClosed, this::notifyExceptionListeners),
            "jgcs-poll");
    thread.setDaemon(true);
    poller = thread;
    thread.start();
  }

  /**
   * Waits for input and handles it; called again and again until the protocol is closed.
   *
   * @throws IOException when reading failed; reported, then tried again after a growing pause
   * @throws InterruptedException when the protocol is being closed
   */
  protected abstract void read() throws IOException, InterruptedException;

  @Override
  protected void cleanup() {
    Thread thread = poller;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
