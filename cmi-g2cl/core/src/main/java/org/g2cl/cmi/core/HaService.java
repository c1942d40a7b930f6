package org.g2cl.cmi.core;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.Registration;
import org.g2cl.propagation.StatePropagation;
import org.g2cl.registry.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HA service of a node: it joins the group, and joins registry and state propagation in it.
 *
 * <p>Start it with {@link #start}, announce the node with {@link #announce} once it serves clients,
 * and {@link #close} it to hand the sessions over and leave. Thread-safe. All waits are bounded by
 * {@link HaSettings}.
 */
public final class HaService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HaService.class);

  private final HaSettings settings;
  private final HaGroup group;
  private final MarshalDataSession session;
  private final StatePropagation propagation;
  private final NodeDirectory directory;
  private final NodeWatch watch;
  private final ManagementBean management;
  private final List<AutoCloseable> extensions = new CopyOnWriteArrayList<>();
  private final Listeners<Runnable> doubtListeners;
  private final Markers markers;
  private final AtomicReference<LifeCycle> lifeCycle = new AtomicReference<>(LifeCycle.STARTING);
  private final Rejoin rejoin;

  /** The view that state propagation was told of last. */
  private volatile Membership decided;

  private HaService(HaSettings settings) throws GroupException {
    this.settings = settings;
    this.markers = new Markers(settings);
    this.doubtListeners = new Listeners<>(settings.location());
    group = HaGroup.open(settings, settings.location(), this::placementName, markers);
    try {
      session = group.session();
      propagation = group.propagation();
      directory = new NodeDirectory(settings.location(), session, group.registry(), this::executes);
      session.addMembershipListener(this::onView); // called after that of the propagation
      watch = new NodeWatch(this, session, directory);
      management = new ManagementBean(settings, this::status, watch::events);
      session.addDepartureListener(departure -> onDeparture());
      rejoin = new Rejoin(settings.location(), this::joinAgain); // runs already
    } catch (RuntimeException | Error e) { // the other parts have nothing open yet
      group.close();
      throw e;
    }
  }

  /** Asked by the propagation, which is there before who knows, once members have joined. */
  private String placementName(SocketAddress member) {
    return directory.placementName(member);
  }

  private void onView(Membership view) {
    decided = view;
    doubt();
  }

  private void doubt() {
    doubtListeners.tell(Runnable::run);
  }

  private boolean executes() {
    Membership view = PresentView.orNull(session);
    return view != null && view == decided && propagation.isPrimary();
  }

  /**
   * Starts the service: on return the node is in the group and has received the registry.
   *
   * @throws HaException when a setting is wrong, strangers could join and {@link
   *     HaSetting#UNPROTECTED} does not say that they may, the port is taken, or the group cannot
   *     be joined in time; nothing is left running
   */
  public static HaService start(HaSettings settings) {
    HaService service;
    try {
      Protection.check(settings)
          .ifPresent(warning -> LOG.warn("{}: {}", settings.location(), warning));
      Protection.openSecretFile(settings)
          .ifPresent(warning -> LOG.warn("{}: {}", settings.location(), warning));
      service = new HaService(settings);
      Protection.key(settings).ifPresent(told -> LOG.info("{}: {}", settings.location(), told));
    } catch (GroupException e) {
      throw new HaException(
          "%s: the HA service cannot start: %s".formatted(settings.location(), e.getMessage()), e);
    }
    try {
      service.join();
      return service;
    } catch (InterruptedException e) {
      throw service.notJoined("interrupted", e);
    } catch (Exception e) {
      throw service.notJoined(e.getMessage(), e);
    } catch (Error e) { // as of an extension that cannot be loaded
      service.close();
      throw e;
    }
  }

  /** Ends what has been started; a thread that was interrupted is so again afterwards. */
  private HaException notJoined(String reason, Exception cause) {
    close();
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new HaException(
        "%s: group '%s' cannot be joined by engine '%s': %s"
            .formatted(
                settings.location(),
                settings.get(HaSetting.GROUP),
                settings.get(HaSetting.ENGINE),
                reason),
        cause);
  }

  private void join() throws Exception {
    if (Thread.interrupted()) { // a join that is quick enough waits for nothing
      throw new InterruptedException("before joining");
    }
    boundMemory();
    group.join();
    group.awaitPrimary();
    directory.enter();
    management.register();
    lifeCycle.set(LifeCycle.READY);
    lookAgain();
    watch.start();
    startExtensions();
    markers.sweepWhen(directory::isCoordinator);
    warnWhenAlone();
  }

  private void startExtensions() throws Exception {
    boolean isStatusServed = false;
    for (HaExtension extension :
        ServiceLoader.load(HaExtension.class, HaService.class.getClassLoader())) {
      extension.start(this).ifPresent(extensions::add);
      isStatusServed |= extension.servesStatus();
    }
    if (settings.statusPort().isPresent() && !isStatusServed) {
      throw new HaException(
          "%s is '%s', but cmi-g2cl-watch, which serves the page, is not on the class path; add it, or leave the setting empty"
              .formatted(HaSetting.STATUS_PORT.key(), settings.get(HaSetting.STATUS_PORT)));
    }
  }

  private void boundMemory() throws IOException {
    if (settings.memoryLimit().isEmpty()) {
      return;
    }
    Path folder = settings.passivationFolder();
    try {
      propagation.boundMemory(settings.memoryLimit().getAsLong(), folder);
    } catch (IOException e) {
      throw new IOException(
          "%s is '%s', and %s cannot be used (%s); name a folder that this process may write to"
              .formatted(
                  HaSetting.PASSIVATION_FOLDER.key(),
                  settings.get(HaSetting.PASSIVATION_FOLDER),
                  folder,
                  e),
          e);
    }
  }

  /** Some engines come back by themselves, others want to be told to. */
  private void onDeparture() {
    if (lifeCycle.compareAndSet(LifeCycle.READY, LifeCycle.AWAY)) {
      rejoin.begin(); // before what needs memory
      doubt();
    }
  }

  private boolean joinAgain() throws Exception {
    if (lifeCycle.get() != LifeCycle.AWAY) {
      return false;
    }
    group.join();
    directory.enterAgain();
    boolean back = lifeCycle.compareAndSet(LifeCycle.AWAY, LifeCycle.READY);
    lookAgain();
    return back;
  }

  /** A departure before this node was ready was told to nobody. */
  private void lookAgain() {
    if (!session.isJoined()) {
      onDeparture();
    }
  }

  /** In a thread of its own, since names that do not resolve take long to be found so. */
  private void warnWhenAlone() {
    Membership view = PresentView.orNull(session); // or it was lost since
    if (view != null && view.getMembershipList().size() == 1) {
      var asking = new Thread(this::warnOfMissingCompany, "g2cl-company");
      asking.setDaemon(true);
      asking.start();
    }
  }

  private void warnOfMissingCompany() {
    Company.missing(settings)
        .ifPresent(
            why ->
                LOG.warn(
                    "{}: alone in group '{}': {}",
                    settings.location(),
                    settings.get(HaSetting.GROUP),
                    why));
  }

  /** Address in the group, or null when it is not in it. */
  SocketAddress address() {
    return session.localAddress();
  }

  /** Settings that it was started with. */
  public HaSettings settings() {
    return settings;
  }

  /** Propagation of the sessions that this member executes or holds copies of. */
  public StatePropagation propagation() {
    return propagation;
  }

  /** Distributed registry. */
  public Registry registry() {
    return group.registry();
  }

  /**
   * Uses a table of transaction markers from now on, and sweeps it.
   *
   * @see MarkerTable
   */
  public void useMarkers(MarkerTable table) {
    markers.use(table);
  }

  /**
   * Has the table of transaction markers opened when an outcome is asked for and none is used yet.
   *
   * @param attempt calls {@link #useMarkers}, or throws; run by any thread, and by several at once
   */
  public void openMarkersBy(Runnable attempt) {
    markers.openBy(attempt);
  }

  /** Table of transaction markers, or empty when none is used. */
  public Optional<MarkerTable> markers() {
    return markers.table();
  }

  /**
   * Tells the group that this node serves clients at a location.
   *
   * @throws HaException when the registry cannot be written
   */
  public void announce(URI location) {
    directory.announce(location);
  }

  /**
   * Tells the group which form of states this node reads, with all forms of lower numbers.
   *
   * @throws HaException when the registry cannot be written
   */
  public void announceStateForm(int form) {
    directory.announceStateForm(form);
  }

  /**
   * Tells whether every member of the group, as it is now and with those that failed in the last
   * {@link AnnouncedForms#PATIENCE}, has {@link #announceStateForm announced} that form or a later
   * one. No message is sent.
   */
  public boolean everyMemberReads(int form) {
    return directory.everyMemberReads(form);
  }

  /**
   * Members that have not announced that they read that form, for messages; empty while this node
   * is in no group.
   */
  public List<SocketAddress> lacking(int form) {
    return directory.lacking(form);
  }

  /** Tells the group that this node serves clients no more. */
  public void withdraw() {
    directory.withdraw();
  }

  /**
   * Adds a listener of the locations at which clients are served; it is called at once with those
   * known, and then at each change, one call at a time.
   *
   * @return closed to hear no more, but for a call that runs; this service need not be open then
   */
  public Registration addLocationListener(Consumer<List<URI>> listener) {
    return directory.addListener(listener);
  }

  /**
   * Tells whether this node executes calls: it is ready, and in the part of its group that goes on.
   * Waits until the latter is known.
   *
   * @param longest wait, after which the answer is false
   */
  public boolean awaitExecuting(Duration longest) throws InterruptedException {
    return lifeCycle.get() == LifeCycle.READY && propagation.awaitPrimary(longest);
  }

  /**
   * Adds a listener that is told when the answer of {@link #awaitExecuting} may have changed: this
   * node leaves, is out of its group, or has another view. It is called on any thread, and must not
   * wait.
   *
   * @return closed to hear no more, but for a call that runs; this service need not be open then
   */
  public Registration addDoubtListener(Runnable listener) {
    return doubtListeners.add(listener);
  }

  /** State of this service at this moment. */
  public LifeCycle lifeCycle() {
    return lifeCycle.get();
  }

  /** What this node knows without its sessions at this moment; waits for none of them. */
  public HaHealth health() {
    return new HaHealth(
        settings.location(),
        settings.name(),
        lifeCycle.get(),
        directory.viewName(),
        propagation.isPrimary(),
        directory.nodes());
  }

  /** What this node knows of itself and the group at this moment; waits for calls of sessions. */
  public HaStatus status() {
    return new HaStatus(
        settings.location(),
        settings.name(),
        settings.get(HaSetting.GROUP),
        settings.get(HaSetting.ENGINE),
        lifeCycle.get(),
        directory.viewName(),
        propagation.isPrimary(),
        watch.views(),
        directory.nodes(),
        propagation.status());
  }

  /** Figures of this node at this moment, with its last events. */
  public NodeFigures figures() {
    return watch.own();
  }

  /**
   * Figures of all nodes, asked through the group: this one's and those that come in time.
   *
   * @param timeout longest wait for the others; of less than a millisecond, a millisecond, of more
   *     than ten minutes, ten minutes
   * @return in the order of the view; members that do not answer, also those of a release that does
   *     not know the question, are left out
   */
  public List<NodeFigures> groupFigures(Duration timeout) {
    return watch.group(timeout);
  }

  /** Tells the others where this node's page is, so that each page can lead to the others. */
  public void publishPage(URI page) {
    watch.page(page.toString());
  }

  /**
   * Hands the sessions over, leaves the group and frees all resources; closing twice is harmless.
   */
  @Override
  public void close() {
    LifeCycle before = lifeCycle.getAndUpdate(HaService::closing);
    if (before == LifeCycle.LEAVING || before == LifeCycle.STOPPED) {
      return;
    }
    doubt();
    rejoin.close();
    if (before == LifeCycle.READY || (before == LifeCycle.AWAY && session.isJoined())) {
      leave();
    }
    markers.close();
    // probes and people look at a node that leaves
    extensions.forEach(extension -> quietly("extension", extension));
    quietly("figures", watch);
    management.unregister();
    quietly("directory", directory);
    group.close();
    lifeCycle.set(LifeCycle.STOPPED);
  }

  private static LifeCycle closing(LifeCycle now) {
    return now == LifeCycle.STOPPED ? LifeCycle.STOPPED : LifeCycle.LEAVING;
  }

  /** Clients hear last of it: one that reads that its server is gone sends elsewhere what runs. */
  private void leave() {
    quietly("sessions", group::handOver);
    quietly("entry of the directory", directory::withdraw);
    quietly("membership", group::leave);
  }

  private void quietly(String part, AutoCloseable closeable) {
    Closing.quietly(LOG, settings.location(), part, closeable);
  }
}
