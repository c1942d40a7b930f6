package net.sf.jgcs.spi.jgroups;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
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
 * <p>All other views have the place among the messages that their coordinator casts them in: it
 * hands them up only when they have come back to itself, see {@link #placed}.
 *
 * <p>Thread-safe. What it keeps is bounded, see {@link OrderTail}.
 *
 * @param <A> address of a member
 * @param <M> message of the engine
 */
public final class OrderKeeper<A, M> {
  /**
   * How long a member may take to answer. The others wait twice as long for them all, a coordinator
   * that leaves half as long for one that is behind, and a view of its own waits a tenth of it for
   * its place.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** So many bytes that are given show the new coordinator that it goes on. */
  private static final int TELLS_EACH = 1 << 18;

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

    /** Casts a little: a member gets it when it has all that this one cast before. */
    void cast(int kind, byte[] content);

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

    /** Runs a task that hands up views. */
    void handUp(Runnable task);
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

        @Override
        public void handUp(Runnable task) {
          watch(task);
        }
      };

  private final Engine<A, M> engine;
  private final OrderFrame<A> frames;
  private final Duration patience;
  private final Helpers helpers;
  private final HeldCasts<M> held = new HeldCasts<>();
  private final Farewell<A> farewell = new Farewell<>();
  private final DeliveryQueue deliveries;
  private final RareLog strange = new RareLog();
  private final RareLog missed = new RareLog();

  /** Members of the last view whose place has come; written in the order of deliveries. */
  private volatile Set<A> placed = Set.of();

  // all below is guarded by this; who has the lock of the deliveries does not take this one

  private final OrderState<A> state = new OrderState<>();
  private final KeptViews<A> views;

  /** Bytes that were given since this member told last how far it came. */
  private long untold;

  private long lastAnswerNanos;

  /** When the first of the views that are kept came. */
  private long keptSinceNanos;

  private volatile boolean isStopped;

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
    this.deliveries = new DeliveryQueue(new ViewThread(helpers::handUp));
    this.views = new KeptViews<>(deliveries);
  }

  /**
   * Takes a new view, before anything is sent to its coordinator. Views come one at a time, each
   * newer than the one before.
   *
   * @param all members, the coordinator first; not empty
   * @param view its number
   * @param part members that were together with this one before a merge; null when it is no merge
   * @param delivered tells how many of a member's casts have been delivered here, in any order
   */
  public void viewChanged(A own, List<A> all, long view, Set<A> part, ToLongFunction<A> delivered) {
    A next = all.get(0);
    long begin = delivered.applyAsLong(next);
    List<A> joined;
    List<A> asked;
    boolean takesOver;
    synchronized (this) {
      boolean isNew = !state.isLedBy(next);
      joined = state.install(own, all, view, part, begin);
      takesOver = state.isTakingOver();
      asked = state.asked();
      if (isNew) {
        held.begin(takesOver ? view : 0);
        lastAnswerNanos = System.nanoTime();
      }
      farewell.retain(state.members());
      notifyAll();
    }
    joined.forEach(member -> send(member, OrderFrame.Kind.HERE, frames.empty()));
    if (takesOver) {
      engine.inform("puts messages in order from now on, and asks how far came " + asked);
    }
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
      if (!state.takes(coordinator)) {
        return;
      }
      if (state.isLedBy(coordinator)) {
        followed(coordinator, position, content);
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

  /** Called with the lock. */
  private void followed(A coordinator, long position, ByteBuffer content) {
    open();
    if (position >= 0) {
      state.add(coordinator, position, content);
    }
  }

  /** Called with the lock. */
  private void open() {
    if (state.change() != 0) {
      state.open();
      keptSinceNanos = System.nanoTime(); // those of its own that came meanwhile begin to wait
      handUpPlaced();
    }
  }

  private void handUpPlaced() {
    if (views.queuePlaced()) {
      helpers.watch(this::deliverReady);
      notifyAll();
    }
  }

  /** A view must not come up after the channel was closed: JGroups would take it for connected. */
  private void handUpUnlessStopped(Runnable handUp) {
    if (!isStopped) {
      handUp.run();
    }
  }

  /**
   * Whether messages of a member are to be delivered here in the order, though the view that counts
   * may be that of before or after: it has its place, and a listener may be told of it earlier or
   * later.
   */
  public boolean isPlaced(A member) {
    return placed.contains(member);
  }

  /**
   * Takes the view that has come last to be handed up in its place among the messages, in another
   * thread: at once, for which this waits 200 ms at most, or behind messages and views that are
   * missing, still queued or being delivered.
   *
   * @param handUp hands it up
   * @return false when it is to be handed up now, as the first one: who joins waits for it
   */
  public boolean keeps(Runnable handUp) {
    boolean isNext;
    synchronized (this) {
      Set<A> members = state.members();
      if (placed.isEmpty()) {
        placed = members;
        return false;
      }
      isNext = keep(members, handUp);
    }
    if (isNext) {
      deliveries.runWaiting();
    }
    return true;
  }

  /** Called with the lock; whether nothing is to come before it. */
  private boolean keep(Set<A> members, Runnable handUp) {
    boolean isToBePlaced = state.isOwnView();
    boolean isFirst = views.isEmpty();
    boolean isNext = !views.isAnyUnderway() && deliveries.isIdle();
    views.keep(
        new KeptViews.View<>(
            state.leader(),
            state.view(),
            isToBePlaced,
            () -> placed = members,
            () -> handUpUnlessStopped(handUp)));
    if (isToBePlaced || state.isOpenAwaited()) {
      if (isFirst) {
        keptSinceNanos = System.nanoTime();
        helpers.watch(this::deliverInTime);
      }
      return false;
    }
    views.queueAll();
    notifyAll();
    if (!isNext) {
      helpers.watch(this::deliverReady);
    }
    return isNext;
  }

  /**
   * Takes a view that this member has cast, in its place among all that it casts: has it handed up
   * in another thread when it was kept until then, and those before it.
   */
  public synchronized void placed(long view) {
    views.placed(view);
    if (!state.isOpenAwaited()) {
      handUpPlaced();
    }
  }

  private void deliverInTime() {
    try {
      awaitTheirTime();
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

  private synchronized void awaitTheirTime() throws InterruptedException {
    while (!views.isEmpty() && !isStopped) {
      boolean isAwaited = state.isOpenAwaited();
      long left = isAwaited ? nanosLeft(patience.multipliedBy(2)) : nanosLeftToPlace();
      if (left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } else if (isAwaited) {
        openUntold();
      } else {
        handUpUnplaced();
      }
    }
  }

  private void openUntold() {
    engine.warn(
        "new coordinator %s has not told within %d ms that all members came equally far in total order: goes on, and members may differ by the last messages"
            .formatted(state.leader(), patience.multipliedBy(2).toMillis()));
    open();
  }

  private long nanosLeftToPlace() {
    return keptSinceNanos + patience.dividedBy(10).toNanos() - System.nanoTime();
  }

  private void handUpUnplaced() {
    engine.inform(
        "hands up its views up to %d before messages that others may have before them: a listener takes long, messages pile up, or the machine has no time for this member"
            .formatted(state.view()));
    views.handUpEarly();
    notifyAll();
  }

  private long nanosLeft(Duration longest) {
    return lastAnswerNanos + longest.toNanos() - System.nanoTime();
  }

  /**
   * Waits, at a coordinator that is about to leave, until all members have what it cast: what none
   * of them has is lost with it. They are asked by a cast, which they get after all others. Gives
   * up when none has come so far for a second.
   *
   * @throws InterruptedException when interrupted
   */
  public void finish() throws InterruptedException {
    synchronized (this) {
      Set<A> asked = state.known();
      if (!state.leads() || state.change() != 0 || isStopped || asked.isEmpty()) {
        return;
      }
      farewell.begin(asked);
    }
    engine.cast(OrderFrame.Kind.ASK.code, frames.ask());
    List<A> behind = farewell.await(patience.dividedBy(2));
    if (!behind.isEmpty()) {
      engine.inform("leaves though members lack some of what it put in order: " + behind);
    }
  }

  /** Ends all waits; what is kept back is dropped. */
  public synchronized void stop() {
    isStopped = true;
    held.stop();
    farewell.stop();
    views.clear();
    deliveries.stop();
    notifyAll();
  }

  /**
   * Whether a message for the coordinator to cast has to wait, since others may lack some of the
   * former coordinator's; it is kept then for {@link #nextHeld}. Waits when too many are.
   */
  public boolean holds(M message) {
    return held.holds(message);
  }

  /**
   * First message that waits to be cast.
   *
   * @param takeOver as {@link #agree} gave it
   * @return null when there is none, and then no other has to wait; or when it is over
   */
  public M nextHeld(long takeOver) {
    return held.next(takeOver);
  }

  /** Tells the new coordinator how far this member came; at that one itself does nothing. */
  public void report() {
    A to;
    byte[] content;
    synchronized (this) {
      if (state.change() == 0 || state.leads()) {
        return;
      }
      to = state.leader();
      untold = 0;
      content = frames.report(state.report());
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
    long takeOver = held.takeOver();
    boolean goesOn = takeOver != 0;
    long lastToldNanos = System.nanoTime();
    while (goesOn && isWanted.getAsBoolean() && !isAgreed()) {
      List<HandOver<A>> requests = newRequests();
      requests.forEach(this::request);
      goesOn = !requests.isEmpty() || awaitAnswer();
      if (goesOn && System.nanoTime() - lastToldNanos > patience.toNanos() / 2) {
        asked().forEach(member -> send(member, OrderFrame.Kind.GOES_ON, frames.empty()));
        lastToldNanos = System.nanoTime();
      }
    }
    return isWanted.getAsBoolean() ? takeOver : 0;
  }

  private synchronized List<A> asked() {
    return state.asked();
  }

  /** Whether this member may cast, if it is the coordinator. */
  synchronized boolean isAgreed() {
    return state.isAgreed();
  }

  /** What there is to ask for now, and was not yet. */
  synchronized List<HandOver<A>> newRequests() {
    return state.newRequests();
  }

  void request(HandOver<A> wanted) {
    if (wanted.holder().equals(self())) {
      helpers.handOver(() -> handOver(wanted));
    } else {
      send(wanted.holder(), OrderFrame.Kind.REQUEST, frames.request(wanted));
    }
  }

  private synchronized A self() {
    return state.self();
  }

  /** Waits a while; false when there was no answer for too long. */
  private synchronized boolean awaitAnswer() throws InterruptedException {
    if (state.isAgreed() || state.hasNewRequests()) { // it has come just now
      return true;
    }
    long left = nanosLeft(patience);
    if (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      return true;
    }
    engine.warn(
        "took over from a coordinator that is gone, and has heard nothing for %d ms of how far its messages in total order came, %s: goes on, and members may differ by the last of them; look whether a member is overloaded or stands still"
            .formatted(patience.toMillis(), state.whatIsMissing()));
    return false;
  }

  /**
   * Lets all members go on, at the new coordinator; nothing when another one is already.
   *
   * @param takeOver as {@link #agree} gave it
   */
  public void release(long takeOver) {
    Set<A> others;
    synchronized (this) {
      if (takeOver == 0 || takeOver != held.takeOver()) {
        return;
      }
      others = state.others();
      open();
    }
    others.forEach(member -> send(member, OrderFrame.Kind.OPEN, frames.empty()));
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
      case REQUEST -> requested(sender, frames.readRequest(body, self()));
      case MESSAGE -> given(sender, frames.readEntry(body));
      case END -> ended(sender, frames.readEntry(body));
      case OPEN -> opened(sender);
      case ASK -> answer(sender);
      case REACHED -> farewell.reached(sender);
      case GOES_ON -> heard(sender);
    }
  }

  private synchronized void addKnown(A sender) {
    state.addKnown(sender);
  }

  private void reported(A sender, OrderFrame.Report<A> report) {
    boolean isLate;
    synchronized (this) {
      if (!state.isMember(sender)) {
        return;
      }
      state.reported(sender, report);
      noteAnswer();
      isLate = state.leads() && state.change() == 0 && held.takeOver() == 0;
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
    if (state.isLedBy(sender) && state.isMember(wanted.lacking())) {
      helpers.handOver(() -> handOver(wanted));
    }
  }

  /** May wait, as sending does. */
  private void handOver(HandOver<A> wanted) {
    A lacking = wanted.lacking();
    List<OrderTail.Entry<A>> entries;
    boolean hasForgotten;
    synchronized (this) {
      entries = state.entriesFor(wanted);
      hasForgotten = state.hasForgotten(wanted);
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
    A coordinator = entry.coordinator();
    boolean tells;
    synchronized (this) {
      if (!state.isMember(sender) || !state.lacks(coordinator, entry.position())) {
        return;
      }
      noteAnswer();
      if (state.isTooLate(coordinator)) {
        warnOfMissed(sender);
        return;
      }
      state.add(coordinator, entry.position(), entry.message());
      views.queueUntil(coordinator);
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

  private void ended(A sender, OrderTail.Entry<A> end) {
    boolean isAlone;
    synchronized (this) {
      if (state.change() == 0 || !state.isMember(sender)) {
        return;
      }
      state.reached(end.coordinator(), end.position());
      noteAnswer();
      isAlone = views.isEmpty();
    }
    report();
    if (isAlone) { // no thread waits to hand up a view
      helpers.watch(this::deliverReady);
    }
  }

  private synchronized void opened(A sender) {
    if (state.isLedBy(sender)) {
      open();
    }
  }

  private void answer(A sender) {
    if (!sender.equals(self())) {
      send(sender, OrderFrame.Kind.REACHED, frames.empty());
    }
  }

  private synchronized void heard(A sender) {
    if (state.isLedBy(sender) && state.isOpenAwaited()) {
      noteAnswer();
    }
  }
}
