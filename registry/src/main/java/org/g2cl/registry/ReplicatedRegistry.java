package org.g2cl.registry;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.MethodCall;
import org.g2cl.Registration;
import org.g2cl.Scheduler;
import org.g2cl.StateTransferDataSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registry of one member: its tree, kept in step with the others'. */
final class ReplicatedRegistry implements Registry {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicatedRegistry.class);
  private static final Duration STATE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** How often members tell each other how many entries they have, and their sum. */
  private static final Duration COMPARE_PERIOD = Duration.ofSeconds(3);

  /** How long entries are kept whose owner has not told its number yet. */
  private static final Duration CLAIM_TIME = Duration.ofSeconds(5);

  private static final int MAX_LISTENERS = 1024;

  /** Each chore waits once at most. */
  private static final int CHORES = 6;

  private final MarshalDataSession session;
  private final Tree tree = new Tree(new Told());
  private final Owners owners = new Owners();
  private final Ownership mine;
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
  private final Scheduler.Worker events;
  private final Scheduler.Worker work;
  private final StateTransferDataSession transfer;
  private final ReplicaCalls calls;
  private final Chore sync;
  private final Chore greet;
  private final Chore compare;
  private final Chore announce;
  private final Chore purge;
  private final Chore tellOwners;

  /** Owners of which more is known than they have said; members of the group, so few. */
  private final Set<Long> doubted = ConcurrentHashMap.newKeySet();

  /** Ends when this member has its state, or is out of the group, when another one takes over. */
  private volatile CompletableFuture<Void> ready = new CompletableFuture<>();

  private volatile List<Registration> registrations = List.of();
  private volatile boolean closed;

  private ReplicatedRegistry(MarshalDataSession session) {
    this.session = session;
    Scheduler scheduler = session.scheduler();
    mine = new Ownership(scheduler, tree);
    events = scheduler.worker("g2cl-registry-events", MAX_LISTENERS);
    work = scheduler.worker("g2cl-registry", CHORES);
    transfer = new StateTransferDataSession(session, STATE_SERVICE_ID, new TreeState(tree));
    sync = chore("getting the registry's state", this::sync);
    announce = chore("announcing entries", this::announce);
    greet = chore("telling others about entries", this::greet);
    compare = chore("comparing entries", this::compare);
    tellOwners = chore("telling owners what is known", this::tellOwners);
    purge = chore("dropping entries without an owner", this::purge);
    calls =
        new ReplicaCalls(
            session, transfer, new ReplicaServer(tree, owners, mine, transfer, new Requests()));
  }

  private Chore chore(String name, Chore.Work task) {
    return new Chore(name, session.scheduler(), work, task, () -> !closed && session.isJoined());
  }

  /** Has done what there was no thread for, and what nobody else asks for; when something comes. */
  private void askAgainForLost() {
    sync.askAgainIfLost();
    compare.askAgainIfLost();
    purge.askAgainIfLost();
  }

  static ReplicatedRegistry start(MarshalDataSession session) {
    ReplicatedRegistry registry = new ReplicatedRegistry(session);
    registry.registrations =
        List.of(
            session.addMembershipListener(registry::onView),
            session.addDepartureListener(departure -> registry.onDeparture()));
    OpenRegistries.add(registry);
    return registry;
  }

  private void onView(Membership view) {
    askAgainForLost();
    Owners.Change change = owners.install(view.getMembershipList());
    if (!change.gone().isEmpty()) {
      tree.retain(owner -> !change.gone().contains(owner));
      owners.forget(change.gone());
      mine.forgetDisplaced();
    }
    if (change.joined()) {
      tree.forgetFreed();
    }
    if (!transfer.hasState()) {
      sync.soon();
    } else if (change.joined()) {
      greet.soon();
      purge.after(CLAIM_TIME);
    }
  }

  private void onDeparture() {
    CompletableFuture<Void> before = ready;
    ready = new CompletableFuture<>();
    tree.retain(owner -> false);
    owners.clear();
    mine.renew();
    before.complete(null); // who waits goes on with the next
  }

  /** Gets the tree after joining; tried again after whatever has failed, as nobody else does. */
  private void sync() throws InterruptedException {
    try {
      receive();
    } catch (GroupException
        | TimeoutException
        | RuntimeException
        | LinkageError
        | VirtualMachineError
        | AssertionError e) {
      sync.after(RETRY);
      tellNotSynced(e);
    }
  }

  private void tellNotSynced(Throwable cause) {
    if (cause instanceof GroupException || cause instanceof TimeoutException) {
      LOG.warn("{}: registry has no state yet: {}", session.localAddress(), cause.toString());
    } else {
      session.scheduler().caught(cause);
      LOG.error("{}: registry has no state yet", session.localAddress(), cause);
    }
  }

  private void receive() throws GroupException, TimeoutException, InterruptedException {
    CompletableFuture<Void> awaited = ready; // another one once the group is left
    if (!session.isJoined() || (awaited.isDone() && transfer.hasState())) {
      return;
    }
    calls.rollCall(mine).forEach((member, rsp) -> learn(member, rsp.getValue()));
    if (!transfer.hasState()) {
      transfer.getState(null, STATE_TIMEOUT);
      mine.giveWay();
    }
    announce();
    awaited.complete(null);
    greet.soon();
    compare.after(COMPARE_PERIOD);
    purge.after(CLAIM_TIME);
    LOG.info("{}: registry is ready, {} entries", session.localAddress(), tree.all().size());
  }

  private void learn(SocketAddress member, Long number) {
    if (number != null && owners.learn(member, number)) {
      tree.of(number).forEach(entry -> touch(entry.name()));
    }
  }

  /**
   * Compares entries with the others, both ways: a member that was put out without noticing sees no
   * join when it is back, and so does not greet us.
   */
  private void greet() throws GroupException, InterruptedException {
    if (session.isJoined()) {
      calls.greet(mine).forEach((member, rsp) -> welcome(member, rsp.getValue()));
    }
  }

  /** An engine may lose messages when the view changes, so all compare again and again. */
  private void compare() throws GroupException, InterruptedException {
    if (session.isJoined() && isReady()) {
      compare.after(COMPARE_PERIOD);
      calls.tell(mine);
    }
  }

  private void welcome(SocketAddress member, Long number) {
    if (number != null && !member.equals(session.localAddress()) && tree.of(number).isEmpty()) {
      calls.askToAnnounce(member);
    }
    learn(member, number);
  }

  private void announce() throws GroupException, InterruptedException {
    if (session.isJoined()) {
      calls.announce(mine);
    }
  }

  private void purge() {
    if (session.isJoined() && transfer.hasState()) {
      tree.retain(owners::knows);
    }
  }

  /** Tells owners what is known of them, who seem to have freed some of it. */
  private void tellOwners() throws GroupException, InterruptedException {
    for (Long owner : List.copyOf(doubted)) {
      doubted.remove(owner);
      if (session.isJoined()) {
        calls.holds(owner, tree);
      }
    }
  }

  /** What the server of calls asks for, off the delivering thread. */
  private final class Requests implements ReplicaServer.Requests {
    @Override
    public void announceMine() {
      announce.soon();
    }

    @Override
    public void askToAnnounce(SocketAddress member) {
      calls.askToAnnounce(member);
    }

    @Override
    public void retract(Entry entry) {
      calls.retract(entry);
    }

    @Override
    public void tellOwner(long owner) {
      doubted.add(owner);
      tellOwners.soon();
    }

    @Override
    public void retractAt(SocketAddress member, List<Entry> freed) {
      freed.forEach(entry -> calls.retract(member, entry));
    }

    @Override
    public void learned(SocketAddress member, long number) {
      askAgainForLost();
      learn(member, number);
    }
  }

  @Override
  public void awaitReady(Duration timeout) throws TimeoutException, InterruptedException {
    Scheduler scheduler = session.scheduler();
    long end = scheduler.nanoTime() + timeout.toNanos();
    try {
      CompletableFuture<Void> awaited;
      do {
        awaited = ready;
        scheduler.get(awaited, Duration.ofNanos(Math.max(0, end - scheduler.nanoTime())));
      } while (awaited != ready);
    } catch (ExecutionException | TimeoutException e) {
      throw new TimeoutException(
          "%s: registry has not received its state within %s"
              .formatted(session.localAddress(), timeout));
    }
  }

  @Override
  public boolean isReady() {
    return ready.isDone();
  }

  @Override
  public void bind(String name, Object value) throws GroupException, InterruptedException {
    write("bind", name, value);
  }

  @Override
  public void rebind(String name, Object value) throws GroupException, InterruptedException {
    write("rebind", name, value);
  }

  private void write(String method, String name, Object value)
      throws GroupException, InterruptedException {
    String checked = Names.checked(name);
    byte[] bytes = Values.write(value);
    requireReady(name);
    long number = mine.number(); // it has one of its own in each group
    Object[] args = {number, checked, bytes};
    Tree.Outcome outcome = write(name, new MethodCall(method, args, ReplicaCalls.BIND_TYPES));
    requireSameMembership(name, number);
    switch (outcome) {
      case DONE -> {}
      case TAKEN -> {
        Entry present = tree.get(name);
        throw new NameAlreadyBoundException(
            "name '%s' is bound already%s; use rebind to replace it"
                .formatted(name, present == null ? "" : " by " + owners.address(present.owner())));
      }
      case FULL ->
          throw new GroupException(
              "name '%s': registry has %d entries, no more are allowed"
                  .formatted(name, Tree.MAX_ENTRIES));
      default -> throw new GroupException("name '" + name + "': write was not taken; try again");
    }
  }

  @Override
  public boolean unbind(String name) throws GroupException, InterruptedException {
    Object[] args = {Names.checked(name)};
    requireReady(name);
    MethodCall call = new MethodCall("unbind", args, ReplicaCalls.UNBIND_TYPES);
    return write(name, call) == Tree.Outcome.DONE;
  }

  /** What was written under the number of a membership that has ended is nobody's, and goes. */
  private void requireSameMembership(String name, long number) throws GroupException {
    if (number != mine.number()) {
      greet.soon(); // the others took that number for the present one
      throw new GroupException(
          "name '" + name + "': this member was out of the group meanwhile; try again");
    }
  }

  private void requireReady(String name) throws GroupException {
    if (!isReady()) {
      askAgainForLost();
      throw new GroupException(
          "name '" + name + "': registry has not received its state; awaitReady first");
    }
  }

  private Tree.Outcome write(String name, MethodCall call)
      throws GroupException, InterruptedException {
    ReplicaCalls.Written written = calls.write(name, call);
    if (!written.alike()) {
      LOG.warn("{}: replicas differ about '{}', telling", session.localAddress(), name);
      announce.soon();
    }
    return written.outcome();
  }

  @Override
  public Optional<RegistryEntry> lookup(String name) {
    return Optional.ofNullable(entry(tree.get(name)));
  }

  @Override
  public List<RegistryEntry> list(String prefix) {
    return tree.under(prefix).stream().map(this::entry).filter(Objects::nonNull).toList();
  }

  /** Entry as others see it, or null when there is none or its owner is not known yet. */
  private RegistryEntry entry(Entry entry) {
    SocketAddress owner = entry == null ? null : owners.address(entry.owner());
    return owner == null ? null : entry(entry, owner);
  }

  private static RegistryEntry entry(Entry entry, SocketAddress owner) {
    return new RegistryEntry(entry.name(), Values.read(entry.value()), owner);
  }

  @Override
  public Registration addListener(RegistryListener listener) {
    Watcher watcher = new Watcher(listener, new Present(), session.scheduler(), events);
    watchers.add(watcher);
    watcher.start();
    return () -> watchers.remove(watcher);
  }

  /** Entries of this replica, for tests that disturb them. */
  Tree tree() {
    return tree;
  }

  /** What this member has bound, for tests that disturb it. */
  Ownership mine() {
    return mine;
  }

  /** Tells the others what this member has bound, soon; for tests. */
  void announceSoon() {
    announce.soon();
  }

  /** Tells the others, soon, what is known of them, though nothing is in doubt; for tests. */
  void tellOwnersSoon() {
    tree.all().forEach(entry -> doubted.add(entry.owner()));
    tellOwners.soon();
  }

  private void touch(String name) {
    watchers.forEach(watcher -> watcher.touch(name));
  }

  /** What watchers tell of. */
  private final class Present implements Watcher.Present {
    @Override
    public Set<String> names() {
      return tree.names();
    }

    @Override
    public RegistryEntry entry(String name) {
      return ReplicatedRegistry.this.entry(tree.get(name));
    }
  }

  /** Tells the watchers. */
  private final class Told implements Tree.Changes {
    @Override
    public void bound(String name) {
      touch(name);
    }

    @Override
    public void freed(Entry last) {
      SocketAddress owner = owners.address(last.owner());
      Supplier<RegistryEntry> entry =
          () -> owner == null ? null : entry(last, owner); // a value is looked at by who is told
      watchers.forEach(watcher -> watcher.freed(last.name(), entry));
    }
  }

  @Override
  public void close() {
    closed = true;
    OpenRegistries.remove(this);
    registrations.forEach(Registration::close);
    calls.close();
    transfer.close();
    work.close();
    events.close();
  }

  @Override
  public String toString() {
    return "Registry[" + session + "]";
  }
}
