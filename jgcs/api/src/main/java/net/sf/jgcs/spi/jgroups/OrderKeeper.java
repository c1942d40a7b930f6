package net.sf.jgcs.spi.jgroups;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import net.sf.jgcs.spi.RareLog;

/**
 * Part of a sequencer by which members that lose their coordinator have delivered the same before
 * the view without it, and before the next one's sequence.
 *
 * <p>JGroups' SEQUENCER has the coordinator cast all messages in total order. When it goes, each
 * member has delivered a beginning of what it cast, and not the same one; what a member has not got
 * until then, it does not get any more. Here it takes nothing more of that sequence from then on,
 * and tells the new coordinator how far it came. That one has the members give each other what they
 * lack, and only then casts messages of its own. The view is handed up in between.
 *
 * <p>It asks only members that were in its view before, and that have said that they know of this:
 * those of other builds, and with JGroups' own SEQUENCER, take no notice of these messages. A
 * member that does not answer is waited for at most {@link #PATIENCE} after the last answer of any;
 * then the order goes on without it, and a warning says so. A merge of parts is no such change:
 * each part has an order of its own until then.
 *
 * <p>Thread-safe. What it keeps is bounded, see {@link OrderTail}.
 *
 * @param <A> address of a member
 * @param <M> message of the engine
 */
public final class OrderKeeper<A, M> {
  /**
   * How long a member may take to answer. The others wait twice as long for them all, and a
   * coordinator that leaves half as long for one that is behind.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** So many bytes that are given show the new coordinator that it goes on. */
  private static final int TELLS_EACH = 1 << 18;

  private static final int MOST_HELD = 1_000;
  private static final int MOST_KNOWN = 1_000;

  /**
   * What the engine does for it; failures to send are the engine's to report.
   *
   * @param <A> address of a member
   * @param <M> message of the engine
   */
  public interface Engine<A, M> {
    /**
     * Sends reliably and in order.
     *
     * @param kind small number above zero, to be passed to {@link OrderKeeper#received}
     * @param isMuch whether more of the kind may come than the member can take at once
     */
    void send(A member, int kind, byte[] content, boolean isMuch);

    /** Logs what is done. */
    void inform(String text);

    /** Logs what whoever runs the member must know. */
    void warn(String text);

    /** Hands up a message that was cast. */
    void deliver(M message);

    /** Hands up a message that another member gave, as the former coordinator cast it. */
    void deliver(ByteBuffer message);

    /**
     * Tells threads that wait for a message of theirs to come back that it has, before it is handed
     * up.
     */
    void acknowledge(ByteBuffer message);

    /** The 16 bytes of an address. */
    byte[] toBytes(A member);

    /** The address of 16 bytes. */
    A fromBytes(byte[] bytes);
  }

  /** Runs what must not be run by a thread that brings messages. */
  interface Helpers {
    /** Runs a task that waits until a view is handed up. */
    void watch(Runnable task);

    /** Runs a task that sends much. */
    void handOver(Runnable task);
  }

  private static final Helpers THREADS =
      new Helpers() {
        @Override
        public void watch(Runnable task) {
          Thread thread = new Thread(task, "total-order");
          thread.setDaemon(true);
          thread.start();
        }

        @Override
        public void handOver(Runnable task) {
          watch(task);
        }
      };

  /** A view, and its coordinator. */
  private record KeptView<A>(A leader, Runnable handUp) {}

  private final Engine<A, M> engine;
  private final OrderFrame<A> frames;
  private final Duration patience;
  private final Helpers helpers;
  private final DeliveryQueue deliveries = new DeliveryQueue();
  private final RareLog strange = new RareLog();
  private final RareLog missed = new RareLog();

  // all below is guarded by this

  private final OrderTail<A> tail = new OrderTail<>();
  private final OrderAgreement<A> agreement = new OrderAgreement<>();

  /** Members that know of this, and those that did; nobody has an address of before. */
  private final Set<A> here = new LinkedHashSet<>();

  /** What is to be cast when all members came equally far. */
  private final Queue<M> held = new ArrayDeque<>();

  /**
   * Take-over for whose end what comes to be cast has to queue, or behind what did; 0 for none. It
   * has the number of its view.
   */
  private long holding;

  /** Views that are handed up then, the oldest first. */
  private final Queue<KeptView<A>> keptViews = new ArrayDeque<>();

  /** Members that this coordinator waits for before it leaves. */
  private final Set<A> behind = new HashSet<>();

  /** Position that the coordinator waits for before it leaves; 0 for none. */
  private long awaited;

  /** Views that are kept back, wait behind messages, or are being handed up. */
  private int viewsUnderway;

  private Set<A> members = Set.of();
  private A self;
  private A leader;

  /** Members of the other parts of the last merge: what their coordinators cast was for those. */
  private Set<A> merged = Set.of();

  /** View in which the leader took over from one that is gone; 0 when all came equally far. */
  private long change;

  /** Bytes that were given since this member told last how far it came. */
  private long untold;

  private long lastAnswerNanos;
  private boolean isStopped;

  /** Creates one for a member that has joined no group yet. */
  public OrderKeeper(Engine<A, M> engine) {
    this(engine, PATIENCE);
  }

  OrderKeeper(Engine<A, M> engine, Duration patience) {
    this(engine, patience, THREADS);
  }

  OrderKeeper(Engine<A, M> engine, Duration patience, Helpers helpers) {
    this.engine = engine;
    this.helpers = helpers;
    this.frames = new OrderFrame<>(engine::toBytes, engine::fromBytes);
    this.patience = patience;
  }

  /**
   * Takes a new view, before anything is sent to its coordinator. Views come one at a time, each
   * newer than the one before.
   *
   * @param all members, the coordinator first; not empty
   * @param view its number
   * @param isMerge whether it brings parts of the group together
   * @param delivered tells how many of a member's casts have been delivered here, in any order
   */
  public void viewChanged(
      A own, List<A> all, long view, boolean isMerge, ToLongFunction<A> delivered) {
    A next = all.get(0);
    long begin = delivered.applyAsLong(next);
    List<A> joined;
    synchronized (this) {
      self = own;
      Set<A> before = members;
      members = Set.copyOf(all);
      joined = all.stream().filter(m -> !before.contains(m) && !m.equals(self)).toList();
      if (isMerge) {
        merged = Set.copyOf(joined);
        forgetOtherParts();
      }
      agreement.retain(members);
      merged = merged.stream().filter(members::contains).collect(Collectors.toUnmodifiableSet());
      if (!next.equals(leader)) {
        changeLeader(next, before, view, begin, isMerge);
      }
      notifyAll();
    }
    joined.forEach(member -> send(member, OrderFrame.Kind.HERE, frames.empty()));
    if (isTakingOver()) {
      engine.inform("puts messages in order from now on, and asks how far came " + asked());
    }
  }

  /** What others cast before a merge is of this part alone. */
  private void forgetOtherParts() {
    if (change == 0 && leader != null) {
      tail.forgetOthers(leader);
    }
  }

  private void changeLeader(A next, Set<A> before, long view, long begin, boolean isMerge) {
    boolean isGone = leader != null && !members.contains(leader);
    boolean takesOver = isGone && !isMerge;
    leader = next;
    change = takesOver ? view : 0;
    tail.follow(next, view, begin);
    if (isMerge) {
      tail.forgetOthers(next);
    }
    held.clear();
    awaited = 0;
    holding = takesOver && leads() ? view : 0;
    if (leads()) {
      Set<A> asked = new HashSet<>(here);
      asked.retainAll(before);
      asked.retainAll(members);
      asked.remove(self);
      agreement.begin(view, asked);
    }
    lastAnswerNanos = System.nanoTime();
  }

  private boolean leads() {
    return leader != null && leader.equals(self);
  }

  /** Whether this member is a coordinator that may not cast yet. */
  private synchronized boolean isTakingOver() {
    return change != 0 && leads();
  }

  private synchronized List<A> asked() {
    return agreement.asked();
  }

  /**
   * Takes a message in total order: hands it up, or drops it, or leaves it to the thread that is
   * handing up another one. Those of one coordinator come one at a time. Takes as long as the
   * listener, and waits for it up to a second when it is far behind.
   *
   * @param coordinator member that cast it
   * @param position number of the cast among all of that member's; negative when it is not known
   * @param content what was cast; must not be changed any more
   */
  public void cast(A coordinator, long position, ByteBuffer content, M message) {
    Runnable delivery = () -> engine.deliver(message);
    boolean isFirst;
    synchronized (this) {
      if (!takes(coordinator, position, content)) {
        return;
      }
      isFirst = deliveries.begins(delivery);
    }
    if (isFirst) {
      deliveries.run(delivery);
    } else {
      engine.acknowledge(content.duplicate());
      deliveries.runWaiting();
      deliveries.awaitRoom(); // after it: the message itself may let what is queued be handed up
    }
  }

  private boolean takes(A coordinator, long position, ByteBuffer message) {
    if (coordinator.equals(leader)) {
      open();
      if (position >= 0) {
        tail.add(coordinator, position, message);
        tellWhenReached(position);
      }
      return true;
    }
    return leader == null || (members.contains(coordinator) && !merged.contains(coordinator));
  }

  private void tellWhenReached(long position) {
    if (awaited != 0 && position >= awaited) {
      awaited = 0;
      A to = leader;
      helpers.handOver(() -> send(to, OrderFrame.Kind.REACHED, frames.empty()));
    }
  }

  /** Called with the lock: nothing is missing any more, or nothing that will come. */
  private void open() {
    change = 0;
    handUpViews();
  }

  private void handUpViews() {
    if (!keptViews.isEmpty()) {
      keptViews.forEach(kept -> deliveries.addView(kept.handUp));
      keptViews.clear();
      helpers.watch(this::deliverReady);
      notifyAll();
    }
  }

  /**
   * Keeps the view that has come last back when messages or views of before are missing or still
   * queued: it is handed up after those, in another thread.
   *
   * @param handUp hands it up
   * @return false when it is to be handed up now
   */
  public synchronized boolean keeps(Runnable handUp) {
    boolean isAwaited = change != 0 && (leads() || here.contains(leader));
    if (!isAwaited && viewsUnderway == 0 && deliveries.isEmpty()) {
      return false;
    }
    boolean isFirst = keptViews.isEmpty();
    viewsUnderway++;
    keptViews.add(new KeptView<>(leader, () -> handUp(handUp)));
    if (!isAwaited) {
      handUpViews();
    }
    if (isFirst) {
      helpers.watch(this::deliverWhenOpen);
    }
    return true;
  }

  private void handUp(Runnable view) {
    try {
      view.run();
    } finally {
      synchronized (this) {
        viewsUnderway--;
      }
    }
  }

  private void deliverWhenOpen() {
    try {
      awaitOpen();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody's but the thread's: what is ready goes up
    }
    deliverReady();
  }

  /** Hands up what is ready; a view also when the listener takes long for a message in hand. */
  void deliverReady() {
    try {
      deliveries.runWaitingSoon();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody's but the thread's: who brings the next does it
    }
  }

  private synchronized void awaitOpen() throws InterruptedException {
    Duration longest = patience.multipliedBy(2);
    while (!keptViews.isEmpty() && !isStopped) {
      long left = lastAnswerNanos + longest.toNanos() - System.nanoTime();
      if (left <= 0) {
        engine.warn(
            "new coordinator %s has not told within %d ms that all members came equally far in total order: goes on, and members may differ by the last messages"
                .formatted(leader, longest.toMillis()));
        open();
      } else {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    }
  }

  /**
   * Waits, at a coordinator that is about to leave, until all members have what it cast: what none
   * of them has is lost with it. Gives up when none has come so far for a second.
   *
   * @throws InterruptedException when interrupted
   */
  public void finish() throws InterruptedException {
    List<A> asked;
    byte[] content;
    synchronized (this) {
      if (!leads() || change != 0) {
        return;
      }
      behind.addAll(here);
      behind.retainAll(members);
      behind.remove(self);
      asked = List.copyOf(behind);
      content = frames.ask(tail.position(self));
      lastAnswerNanos = System.nanoTime();
    }
    asked.forEach(member -> send(member, OrderFrame.Kind.ASK, content));
    awaitThoseBehind();
  }

  private synchronized void awaitThoseBehind() throws InterruptedException {
    Duration longest = patience.dividedBy(2);
    long left = longest.toNanos();
    while (left > 0 && !behind.isEmpty() && !isStopped) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      behind.retainAll(members);
      left = lastAnswerNanos + longest.toNanos() - System.nanoTime();
    }
    if (!behind.isEmpty()) {
      engine.inform("leaves though members lack some of what it put in order: " + behind);
    }
  }

  /** Ends all waits; what is kept back is dropped. */
  public synchronized void stop() {
    isStopped = true;
    holding = 0;
    keptViews.clear();
    deliveries.stop();
    notifyAll();
  }

  /**
   * Whether a message for the coordinator to cast has to wait, since others may lack some of the
   * former coordinator's; it is kept then for {@link #nextHeld}. Waits when too many are.
   */
  public synchronized boolean holds(M message) {
    try {
      while (holding != 0 && held.size() >= MOST_HELD && !isStopped) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the engine stops
    }
    return holding != 0 && held.add(message);
  }

  /**
   * First message that waits to be cast.
   *
   * @param takeOver as {@link #agree} gave it
   * @return null when there is none, and then no other has to wait; or when it is over
   */
  public synchronized M nextHeld(long takeOver) {
    if (takeOver == 0 || holding != takeOver) {
      return null;
    }
    M next = held.poll();
    holding = next == null ? 0 : takeOver;
    notifyAll();
    return next;
  }

  /** Tells the new coordinator how far this member came; at that one itself does nothing. */
  public void report() {
    A to;
    byte[] content;
    synchronized (this) {
      if (change == 0 || leads()) {
        return;
      }
      to = leader;
      untold = 0;
      content = frames.report(new OrderFrame.Report<>(change, tail.places()));
    }
    send(to, OrderFrame.Kind.REPORT, content);
  }

  /**
   * Waits, at the new coordinator, until all members came equally far; at others not at all.
   *
   * @param isWanted whether to go on
   * @return the take-over that has come so far, for {@link #release}; 0 for none
   * @throws InterruptedException when interrupted; another view has come
   */
  public long agree(BooleanSupplier isWanted) throws InterruptedException {
    long takeOver = takeOver();
    boolean goesOn = takeOver != 0;
    while (goesOn && isWanted.getAsBoolean() && !isAgreed()) {
      List<HandOver<A>> requests = newRequests();
      requests.forEach(this::request);
      goesOn = !requests.isEmpty() || awaitAnswer();
    }
    return isWanted.getAsBoolean() ? takeOver : 0;
  }

  private synchronized long takeOver() {
    return holding;
  }

  /** Whether this member may cast, if it is the coordinator. */
  synchronized boolean isAgreed() {
    return !isTakingOver() || agreement.isReached(self, tail.places());
  }

  /** What there is to ask for now, and was not yet. */
  synchronized List<HandOver<A>> newRequests() {
    return isTakingOver() ? agreement.newRequests(self, tail.places()) : List.of();
  }

  void request(HandOver<A> wanted) {
    if (wanted.holder().equals(self)) {
      helpers.handOver(() -> handOver(wanted));
    } else {
      send(wanted.holder(), OrderFrame.Kind.REQUEST, frames.request(wanted));
    }
  }

  /** Waits a while; false when there was no answer for too long. */
  private synchronized boolean awaitAnswer() throws InterruptedException {
    if (isAgreed() || agreement.hasNew(self, tail.places())) { // it has come just now
      return true;
    }
    long left = lastAnswerNanos + patience.toNanos() - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      return true;
    }
    engine.warn(
        "took over from a coordinator that is gone, and has heard nothing for %d ms of how far its messages in total order came, %s: goes on, and members may differ by the last of them; look whether a member is overloaded or stands still"
            .formatted(patience.toMillis(), whatIsMissing()));
    return false;
  }

  private String whatIsMissing() {
    List<A> silent = agreement.silent();
    return silent.isEmpty()
        ? "which is still to be done: " + agreement.left(self, tail.places())
        : "which members have not told: " + silent;
  }

  /**
   * Lets all members go on, at the new coordinator; nothing when another one is already.
   *
   * @param takeOver as {@link #agree} gave it
   */
  public void release(long takeOver) {
    List<A> waiting;
    synchronized (this) {
      if (takeOver == 0 || takeOver != holding) {
        return;
      }
      waiting = members.stream().filter(member -> !member.equals(self)).toList();
      open();
    }
    waiting.forEach(member -> send(member, OrderFrame.Kind.OPEN, frames.empty()));
  }

  /**
   * Takes what another member's engine sent; what cannot be read is dropped, and logged once in a
   * while.
   *
   * @param kind as it was given to {@link Engine#send}; one of later builds is dropped
   * @param content is read, and kept in part
   */
  public void received(A sender, int kind, ByteBuffer content) {
    int length = content.remaining();
    try {
      ByteBuffer body = OrderFrame.body(content);
      OrderFrame.Kind known = OrderFrame.Kind.of(kind);
      if (body != null && known != null) {
        handle(sender, known, body);
      }
    } catch (BufferUnderflowException e) {
      if (strange.count()) {
        engine.warn(
            "message of kind %d and %d bytes of %s is cut off, dropped (%d such so far)"
                .formatted(kind, length, sender, strange.total()));
      }
    }
  }

  private void handle(A sender, OrderFrame.Kind kind, ByteBuffer body) {
    switch (kind) {
      case HERE -> addKnown(sender);
      case REPORT -> reported(sender, frames.readReport(body));
      case REQUEST -> requested(sender, frames.readRequest(body, self));
      case MESSAGE -> given(sender, frames.readEntry(body));
      case END -> ended(sender, frames.readEntry(body));
      case OPEN -> opened(sender);
      case ASK -> awaitedBy(sender, body.getLong());
      case REACHED -> reached(sender);
    }
  }

  private synchronized void addKnown(A sender) {
    here.remove(sender);
    here.add(sender);
    if (here.size() > MOST_KNOWN) {
      here.remove(here.iterator().next());
    }
  }

  private void reported(A sender, OrderFrame.Report<A> report) {
    boolean isLate;
    synchronized (this) {
      if (!members.contains(sender)) {
        return;
      }
      agreement.reported(sender, report);
      noteAnswer();
      isLate = leads() && change == 0 && holding == 0;
    }
    if (isLate) { // it may not have had the view when the others were told
      send(sender, OrderFrame.Kind.OPEN, frames.empty());
    }
  }

  private void noteAnswer() {
    lastAnswerNanos = System.nanoTime();
    notifyAll();
  }

  private synchronized void requested(A sender, HandOver<A> wanted) {
    if (sender.equals(leader) && members.contains(wanted.lacking())) {
      helpers.handOver(() -> handOver(wanted));
    }
  }

  /** May wait, as sending does. */
  private void handOver(HandOver<A> wanted) {
    A lacking = wanted.lacking();
    List<OrderTail.Entry<A>> entries;
    boolean hasForgotten;
    synchronized (this) {
      entries = tail.between(wanted.coordinator(), wanted.after(), wanted.upTo());
      hasForgotten = tail.hasForgotten(wanted.coordinator(), wanted.after());
    }
    engine.inform(
        "gives %s %d messages in total order that it lacks of %s, which is gone"
            .formatted(lacking, entries.size(), wanted.coordinator()));
    if (hasForgotten) {
      engine.warn(
          "keeps no messages in total order that are so old any more: %s misses those before"
              .formatted(lacking));
    }
    for (OrderTail.Entry<A> entry : entries) {
      send(lacking, OrderFrame.Kind.MESSAGE, frames.message(entry));
    }
    send(lacking, OrderFrame.Kind.END, frames.end(wanted.coordinator(), wanted.upTo()));
  }

  private void send(A member, OrderFrame.Kind kind, byte[] content) {
    engine.send(member, kind.code, content, kind == OrderFrame.Kind.MESSAGE);
  }

  private void given(A sender, OrderTail.Entry<A> entry) {
    boolean tells;
    synchronized (this) {
      if (!members.contains(sender) || !tail.lacks(entry.coordinator(), entry.position())) {
        return;
      }
      noteAnswer();
      if (change == 0 || entry.coordinator().equals(leader) || tail.isPast(entry.coordinator())) {
        warnOfMissed(sender);
        return;
      }
      tail.add(entry.coordinator(), entry.position(), entry.message());
      handUpViewsUntil(entry.coordinator());
      deliveries.add(() -> engine.deliver(entry.message().duplicate()));
      untold += entry.message().remaining();
      tells = untold >= TELLS_EACH;
    }
    engine.acknowledge(entry.message().duplicate());
    if (tells) {
      report();
    }
  }

  private void warnOfMissed(A sender) {
    if (missed.count()) {
      engine.warn(
          "lacks messages in total order that others delivered; %s gave them after the new coordinator had gone on without this member. Where copies must be the same, let it join again (%d such messages so far)"
              .formatted(sender, missed.total()));
    }
  }

  /** What a coordinator cast belongs behind the views that it led. */
  private void handUpViewsUntil(A coordinator) {
    while (keptViews.stream().anyMatch(kept -> kept.leader.equals(coordinator))) {
      deliveries.addView(keptViews.remove().handUp);
    }
  }

  private void ended(A sender, OrderTail.Entry<A> end) {
    boolean isAlone;
    synchronized (this) {
      if (change == 0 || !members.contains(sender)) {
        return;
      }
      tail.reached(end.coordinator(), end.position());
      noteAnswer();
      isAlone = keptViews.isEmpty();
    }
    report();
    if (isAlone) { // no thread waits to hand up a view
      helpers.watch(this::deliverReady);
    }
  }

  private synchronized void opened(A sender) {
    if (sender.equals(leader)) {
      open();
    }
  }

  private void awaitedBy(A sender, long position) {
    synchronized (this) {
      if (sender.equals(leader) && tail.lacks(sender, position)) {
        awaited = position;
        return;
      }
    }
    send(sender, OrderFrame.Kind.REACHED, frames.empty());
  }

  private synchronized void reached(A sender) {
    behind.remove(sender);
    noteAnswer();
  }
}
