package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Call that was let into its session. */
final class Call implements SessionCall {
  private final Node node;
  private final Degradation degradation;
  private final Entry entry;
  private final RequestId request;
  private final Consumer<Entry> atEnd;
  private final Replies replies;
  private final String bean;
  private final long epoch;
  private long version;
  private byte[] state;

  /** Difference that the change prepared last makes, or null. */
  private Patch patch;

  /** Undecided change that was prepared, or null. */
  private Change prepared;

  private boolean closed;

  /**
   * Creates one.
   *
   * @param atEnd told once, when the call is closed
   */
  Call(Node node, Degradation degradation, Entry entry, RequestId request, Consumer<Entry> atEnd) {
    this.node = node;
    this.degradation = degradation;
    this.entry = entry;
    this.request = request;
    this.atEnd = atEnd;
    synchronized (entry) {
      this.bean = entry.copy().bean();
      this.epoch = entry.copy().epoch();
      this.version = entry.copy().stamp().version();
      this.state = entry.copy().state();
      this.replies = entry.copy().replies();
    }
  }

  @Override
  public SessionId session() {
    return entry.session();
  }

  @Override
  public String bean() {
    return bean;
  }

  @Override
  public RequestId request() {
    return request;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public Optional<byte[]> state() {
    return Optional.ofNullable(state);
  }

  @Override
  public List<RequestId> answered() {
    return replies.newestFirst().stream().map(Reply::request).toList();
  }

  @Override
  public boolean isUnchanged(byte[] newState) {
    synchronized (entry) {
      if (entry.isFloorDue() && node.primary().isRuled() && waits(false)) {
        return false; // others may hold a change that came to nothing; this call is to outdate it
      }
    }
    return Arrays.equals(state, newState);
  }

  @Override
  public void confirmUnchanged() throws FencedException {
    synchronized (entry) {
      if (!entry.copy().isOwnedAt(epoch)) {
        throw fenced();
      }
    }
  }

  @Override
  public void prepare(Update update, boolean undecided) throws PropagationException {
    if (closed) {
      throw new IllegalStateException("call of session " + session() + " is closed");
    }
    checkSize(update);
    Stamp base;
    byte[] before;
    int sum;
    int mismatch;
    Change change;
    synchronized (entry) {
      base = entry.copy().stamp();
      before = entry.copy().state();
      sum = entry.copy().checksum();
      mismatch = mismatch(before, update);
      change = entry.copy().begin(epoch, request, sharing(before, mismatch, update));
    }
    if (change == null) {
      throw fenced();
    }
    boolean waits = waits(undecided);
    boolean differs = before != null && change.state() != null;
    List<SocketAddress> reached = List.of();
    try {
      patch = differs ? Patch.of(before, sum, mismatch, change) : null;
      UpdateFrames frames = new UpdateFrames(node, entry, base, patch, change, undecided);
      reached = send(change, frames, waits);
      refuseTooFew(change, reached);
      Frame.Floor told = makeKnown(change, reached, waits);
      List<Holders.Held> former = complete(change, undecided, waits ? reached : List.of());
      finish(change, former, told != null || (waits && !node.primary().isRuled() && isUnheard()));
    } catch (PropagationException
        | RuntimeException
        | LinkageError
        | VirtualMachineError
        | AssertionError e) { // others may have it, too
      giveUp(change, waits ? reached : List.of());
      throw e;
    }
  }

  private boolean waits(boolean undecided) {
    return undecided || node.settings().mode() != ReplicationMode.ASYNCHRONOUS;
  }

  /** Where the new state begins to differ; -1 when it is the same, 0 when one of them is none. */
  private static int mismatch(byte[] before, Update update) {
    byte[] after = update.state().orElse(null);
    if (before == null || after == null) {
      return 0;
    }
    return before == after ? -1 : Arrays.mismatch(before, after);
  }

  /** The update with the array of before, where its state is the same. */
  private static Update sharing(byte[] before, int mismatch, Update update) {
    return mismatch < 0 ? Update.state(before, update.reply()) : update;
  }

  private void checkSize(Update update) throws StateTooLargeException {
    int size = update.state().map(bytes -> bytes.length).orElse(0);
    int limit = node.settings().maxStateBytes();
    if (size > limit) {
      throw new StateTooLargeException(
          "session %s: state of bean '%s' has %d bytes, over g2cl.max-state-bytes, which is %d; keep less in the bean or raise it"
              .formatted(session(), bean, size, limit));
    }
  }

  /**
   * Sends the change to the backups.
   *
   * @return members that have it, or without waiting, those that it was sent to
   */
  private List<SocketAddress> send(Change change, UpdateFrames frames, boolean waits)
      throws PropagationException {
    List<SocketAddress> holders;
    try {
      holders =
          waits
              ? new SynchronousUpdate(node, entry, change, frames).run()
              : new AsynchronousUpdate(node, entry, change, frames).send();
    } catch (FencedException e) {
      surrender();
      throw e;
    }
    degradation.report(node.link().self(), holders.size(), node.backups());
    return holders;
  }

  private void refuseTooFew(Change change, List<SocketAddress> holders)
      throws PropagationException {
    if (holders.size() < node.settings().minimumCopies()) {
      throw new PropagationException(
          "session %s: %s found %d backups for change %s, fewer than g2cl.minimum-copies, which is %d; start more members or lower it"
              .formatted(
                  session(),
                  node.link().self(),
                  holders.size(),
                  change.stamp(),
                  node.settings().minimumCopies()));
    }
  }

  /**
   * Sees to it that no copy without the change is taken for the newest one, here or elsewhere; not
   * when nobody waits for the copies either.
   *
   * @return what was told, or null
   */
  private Frame.Floor makeKnown(Change change, List<SocketAddress> holders, boolean waits)
      throws PropagationException {
    long deadline = node.scheduler().nanoTime() + node.settings().callTimeout().toNanos();
    Frame.Floor floor = null;
    if (waits && node.primary().isRuled() && isFloorDue(holders)) {
      OutOfStep outOfStep = new OutOfStep(node, entry);
      floor = outOfStep.due(change, holders);
      if (floor != null) {
        tell(outOfStep, floor, deadline);
      }
    }
    if (waits && node.primary().isRuled() && isEnoughByView(holders)) {
      node.primary().await(entry.session(), () -> node.placement().view().members(), deadline);
    } else {
      node.primary().await(entry.session(), deadline);
    }
    return floor;
  }

  /**
   * Tells whether so few copies are enough because of the members that are there. These are looked
   * at before the primary view is asked for that they make: in between a member that is cut off
   * still counts as primary.
   */
  private boolean isEnoughByView(List<SocketAddress> holders) {
    ReplicationMode mode = node.settings().mode();
    return mode == ReplicationMode.MAJORITY
        || mode == ReplicationMode.ALL
        || holders.size() < node.required();
  }

  /**
   * Tells whether members that were sent a change have not said that they have it; asked where no
   * floor is told because every part of a split group goes on.
   */
  private boolean isUnheard() {
    synchronized (entry) {
      return !entry.asked().isEmpty();
    }
  }

  private void tell(OutOfStep outOfStep, Frame.Floor floor, long deadline)
      throws PropagationException {
    try {
      outOfStep.tell(floor, deadline);
    } catch (FencedException e) {
      surrender();
      throw e;
    }
  }

  /** Another member has claimed the session: the next call here is to claim it, too. */
  private void surrender() {
    node.counters().fenced.increment();
    synchronized (entry) {
      entry.copy().surrender(epoch);
    }
  }

  private boolean isFloorDue(List<SocketAddress> holders) {
    synchronized (entry) {
      return OutOfStep.isDue(node, entry, holders);
    }
  }

  /** The change counts: its state's checksum need not be made again for the next one. */
  private void summed(Change change) {
    if (patch != null) {
      entry.copy().summed(change.state(), patch.checksum());
    }
  }

  /** The change does not count; who has it all the same is to be told to drop it. */
  private void giveUp(Change change, List<SocketAddress> reached) {
    synchronized (entry) {
      if (entry.copy().isOwnedAt(epoch)) {
        entry.copy().abandon();
        entry.floorDue(true);
        for (SocketAddress member : reached) {
          if (node.placement().isStaying(member)) {
            entry.holders().note(member, change.stamp());
          }
        }
      }
    }
  }

  /** From here on the change counts; answers members that hold an older copy and are not needed. */
  private List<Holders.Held> complete(
      Change change, boolean undecided, List<SocketAddress> acknowledged) throws FencedException {
    synchronized (entry) {
      if (!entry.copy().complete(change, undecided)) {
        throw fenced();
      }
      version = change.stamp().version();
      state = change.state();
      prepared = undecided ? change : null;
      return noted(change, acknowledged);
    }
  }

  /**
   * Notes who holds a change that counts. An error in this is not one of the call, which would be
   * made again: the keeper asks those that are not noted.
   */
  private List<Holders.Held> noted(Change change, List<SocketAddress> acknowledged) {
    try {
      return note(change, acknowledged);
    } catch (RuntimeException | Error e) {
      node.scheduler().caught(e);
      return List.of();
    }
  }

  private List<Holders.Held> note(Change change, List<SocketAddress> acknowledged) {
    summed(change);
    entry.afterMerge().end();
    entry.surpassed(false);
    if (!node.primary().isRuled()) {
      entry.floorDue(false); // where none is told; its copies are whole
    }
    entry.used();
    entry.told();
    for (SocketAddress member : acknowledged) {
      entry.holders().note(member, change.stamp());
    }
    List<Holders.Held> former = former(acknowledged);
    if (entry.holders().areAmong(acknowledged)) {
      entry.decision(null); // told by what this change was made on
    }
    return former;
  }

  /** Has older copies dropped, or forgotten; no error in this is one of the call either. */
  private void finish(Change change, List<Holders.Held> former, boolean forgetsTheOld) {
    try {
      former.forEach(held -> node.dropAt(entry, held));
      if (forgetsTheOld) {
        new OutOfStep(node, entry).forgetTheOld(change.stamp());
      }
    } catch (RuntimeException | Error e) {
      node.scheduler().caught(e);
    }
  }

  /** Members that hold an older copy and were replaced. */
  private List<Holders.Held> former(List<SocketAddress> acknowledged) {
    if (entry.holders().areAmong(acknowledged) || acknowledged.size() < node.backups()) {
      return List.of();
    }
    return entry.holders().besides(acknowledged);
  }

  private FencedException fenced() {
    node.counters().fenced.increment();
    return new FencedException(
        "session %s: %s does not own it any more (owned at epoch %d); retry the request, any member finds the session"
            .formatted(session(), node.link().self(), epoch));
  }

  @Override
  public void commit() {
    decide(true);
  }

  @Override
  public void abort() {
    decide(false);
  }

  /**
   * The copies hear of it by the content that the next change is made on, or soon from the keeper;
   * should this member fail before, the outcome log tells.
   */
  private void decide(boolean committed) {
    if (prepared == null) {
      return;
    }
    Change decided = prepared;
    Stamp stamp = decided.stamp();
    Frame.Decision decision = new Frame.Decision(entry.session(), stamp, committed);
    prepared = null;
    synchronized (entry) {
      entry.decision(decision);
      entry.copy().onDecision(stamp, committed);
      summed(decided);
      if (!committed) {
        version = entry.copy().stamp().version();
        state = entry.copy().state();
      }
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        giveUpUndecided();
      } finally {
        atEnd.accept(entry);
      }
    }
  }

  /** Nobody says any more what became of the change, as when its transaction's end is unknown. */
  private void giveUpUndecided() {
    boolean isOpen;
    synchronized (entry) {
      isOpen = entry.copy().isOwnedAt(epoch) && entry.copy().undecided() != null;
    }
    if (isOpen) {
      node.giveUp(entry);
    }
  }
}
