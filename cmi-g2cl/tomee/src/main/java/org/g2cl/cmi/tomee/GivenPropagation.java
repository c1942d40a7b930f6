package org.g2cl.cmi.tomee;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/** State propagation without an HA service: nobody is told where clients are served. */
final class GivenPropagation implements NodeGroup {
  private final StatePropagation propagation;
  private final PutAwayListeners putAway;

  GivenPropagation(StatePropagation propagation) {
    this.propagation = propagation;
    this.putAway = new PutAwayListeners(propagation);
  }

  @Override
  public StatePropagation propagation() {
    return propagation;
  }

  /** Such nodes are started together, from one release. */
  @Override
  public boolean everyMemberReads(byte form) {
    return form <= StateGraphs.VERSION;
  }

  @Override
  public Registration addPutAwayListener(Consumer<SessionId> listener) {
    return putAway.add(listener);
  }

  @Override
  public Optional<Markers> markers() {
    return Optional.empty();
  }

  @Override
  public Registration addLocationListener(Consumer<List<URI>> listener) {
    listener.accept(List.of());
    return () -> {};
  }

  @Override
  public void announce(URI location) {
    // clients of such a node are given all nodes when they start
  }

  @Override
  public void close() {
    propagation.close();
  }
}
