package org.g2cl.cmi.tomee;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/**
 * Listeners of sessions whose state was put into a file, which come and go with the applications of
 * a server, while the keeper of the sessions keeps its own for good. Thread-safe.
 */
final class PutAwayListeners {
  private final List<Consumer<SessionId>> listeners = new CopyOnWriteArrayList<>();

  PutAwayListeners(StatePropagation propagation) {
    propagation.addPutAwayListener(session -> listeners.forEach(one -> one.accept(session)));
  }

  Registration add(Consumer<SessionId> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
