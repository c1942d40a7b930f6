package org.g2cl.cmi.tomee;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.g2cl.propagation.StatePropagation;

/** State propagation without an HA service: nobody is told where clients are served. */
record GivenPropagation(StatePropagation propagation) implements NodeGroup {
  /** Such nodes are started together, from one release. */
  @Override
  public boolean everyMemberReads(byte form) {
    return form <= MemberForms.NEWEST;
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
