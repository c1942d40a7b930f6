package org.g2cl.jgcs.spread;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Thread that calls listeners, and so must not wait for them. */
final class DeliveryThread extends Thread {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryThread.class);

  DeliveryThread(Runnable body, String name) {
    super(body, name);
    setDaemon(true);
  }

  static boolean isCurrent() {
    return Thread.currentThread() instanceof DeliveryThread;
  }

  /** Delivers something; what it throws, and an interruption that it leaves, end here. */
  static void call(Runnable delivery) {
    try {
      delivery.run();
    } catch (RuntimeException | Error e) { // nobody else delivers what comes next
      log(e);
    } finally {
      interrupted();
    }
  }

  private static void log(Throwable failure) {
    try {
      LOG.error("{}: a delivery failed", Thread.currentThread().getName(), failure);
    } catch (RuntimeException | Error e) {
      // the next one is made all the same
    }
  }
}
