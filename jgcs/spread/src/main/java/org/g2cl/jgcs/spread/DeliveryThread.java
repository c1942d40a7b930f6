package org.g2cl.jgcs.spread;

/** Thread that calls listeners, and so must not wait for them. */
final class DeliveryThread extends Thread {
  DeliveryThread(Runnable body, String name) {
    super(body, name);
    setDaemon(true);
  }

  static boolean isCurrent() {
    return Thread.currentThread() instanceof DeliveryThread;
  }
}
