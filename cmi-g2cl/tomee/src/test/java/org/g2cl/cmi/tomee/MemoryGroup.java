package org.g2cl.cmi.tomee;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.propagation.StatePropagation;

/** Group of one member, in memory. */
final class MemoryGroup implements NodeGroup {
  /** Who has announced less than this member. */
  static final SocketAddress JOINER = InetSocketAddress.createUnresolved("joiner", 1);

  private final MemoryPropagation propagation = new MemoryPropagation();
  private final List<Consumer<List<URI>>> listeners = new ArrayList<>();
  private volatile byte read = MemberForms.NEWEST;
  private volatile ContentLimits limits = ContentLimits.defaults();
  private Markers markers;
  private RuntimeException openingFailure;
  private volatile Runnable onLeave = () -> {};
  private final List<Runnable> doubtListeners = new CopyOnWriteArrayList<>();
  private volatile boolean executing = true;

  MemoryPropagation memory() {
    return propagation;
  }

  void use(Markers table) {
    markers = table;
    openingFailure = null;
  }

  /** From now on the table of markers is one that cannot be opened. */
  void failToOpenMarkers(RuntimeException failure) {
    openingFailure = failure;
  }

  void serve(URI... locations) {
    listeners.forEach(listener -> listener.accept(List.of(locations)));
  }

  @Override
  public StatePropagation propagation() {
    return propagation;
  }

  @Override
  public boolean everyMemberReads(byte form) {
    return form <= read;
  }

  @Override
  public List<SocketAddress> lacking(byte form) {
    return form <= read ? List.of() : List.of(JOINER);
  }

  /** Sets the highest number of {@link MemberForms} that each member has announced. */
  void reads(byte form) {
    read = form;
  }

  @Override
  public boolean executes(Duration longest) {
    return executing;
  }

  @Override
  public Registration addDoubtListener(Runnable listener) {
    doubtListeners.add(listener);
    return () -> doubtListeners.remove(listener);
  }

  /** How many listeners the container has added and not taken back. */
  int listenersOfTheContainer() {
    return doubtListeners.size() + propagation.putAwayListeners();
  }

  /** Sets whether the member executes calls, as in a majority. */
  void execute(boolean on) {
    executing = on;
    doubtListeners.forEach(Runnable::run);
  }

  @Override
  public ContentLimits limits() {
    return limits;
  }

  /** Sets the most bytes of states and replies, for beans that are deployed from now on. */
  void limit(ContentLimits most) {
    limits = most;
  }

  @Override
  public boolean hasMarkers() {
    return markers != null;
  }

  @Override
  public Optional<Markers> markers() {
    if (openingFailure != null) {
      throw openingFailure;
    }
    return Optional.ofNullable(markers);
  }

  @Override
  public Registration addLocationListener(Consumer<List<URI>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  @Override
  public void announce(URI location) {
    serve(location);
  }

  /** Sets what is done when the node leaves, before clients are told so. */
  void onLeave(Runnable action) {
    onLeave = action;
  }

  @Override
  public void close() {
    onLeave.run();
    serve();
  }
}
