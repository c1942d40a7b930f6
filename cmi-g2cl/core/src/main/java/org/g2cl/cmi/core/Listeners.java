package org.g2cl.cmi.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners of one kind, of which none can keep the news from the others, nor end the work of whom
 * they listen to. Thread-safe.
 */
final class Listeners<L> {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private final String owner;
  private final List<L> listeners = new CopyOnWriteArrayList<>();

  /**
   * Creates none.
   *
   * @param owner whom they listen to, for the log
   */
  Listeners(String owner) {
    this.owner = owner;
  }

  /** Adds one, until the registration is closed. */
  Registration add(L listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Tells all, in the order in which they came. */
  void tell(Consumer<? super L> news) {
    listeners.forEach(listener -> tell(listener, news));
  }

  /** Tells one, which need not be added. */
  void tell(L listener, Consumer<? super L> news) {
    try {
      news.accept(listener);
    } catch (RuntimeException | Error e) { // also an Error, as of a class that cannot be loaded
      LOG.error("{}: listener {} failed; the others are told", owner, listener, e);
    }
  }
}
