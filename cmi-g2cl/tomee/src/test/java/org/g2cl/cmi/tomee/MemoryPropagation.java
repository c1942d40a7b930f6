package org.g2cl.cmi.tomee;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.PropagationStatus;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionBusyException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;
import org.g2cl.propagation.Update;

/** State propagation in memory, with take-overs and failures at the test's command. */
final class MemoryPropagation implements StatePropagation {
  private final Map<SessionId, Copy> copies = new HashMap<>();
  private boolean takeOverBeforeEachCall;
  private PropagationException nextPrepare;
  private int untilFailure;
  private int untilCrash = -1;
  private int untilAction;
  private Runnable action = () -> {};
  private boolean crashAtCommit;
  private int life;
  private PropagationException nextAdmission;
  private int untilRefused;
  private Error nextBreak;
  private Error nextStateBreak;
  private boolean lastUndecided;
  private int executed;
  private int prepared;
  private Duration lastTimeout;
  private final List<Consumer<SessionId>> putAwayListeners = new CopyOnWriteArrayList<>();
  private volatile Duration patience = Duration.ofSeconds(2);

  private static final class Copy {
    final ReentrantLock busy = new ReentrantLock();
    final String bean;
    final Map<String, byte[]> replies = new LinkedHashMap<>();
    byte[] state;
    boolean removed;
    long epoch = 1;
    long version;
    Call undecided;

    Copy(String bean) {
      this.bean = bean;
    }
  }

  /** From now on each call finds the session taken over, so that no live instance is current. */
  synchronized void takeOverBeforeEachCall(boolean on) {
    takeOverBeforeEachCall = on;
  }

  synchronized void failNextPrepare(PropagationException failure) {
    failPrepare(1, failure);
  }

  /** Lets the n-th update from now on fail, 1 being the next. */
  synchronized void failPrepare(int number, PropagationException failure) {
    untilFailure = number;
    nextPrepare = failure;
  }

  /** Does something when the n-th update from now on has been sent, 1 being the next. */
  synchronized void afterPrepare(int number, Runnable work) {
    untilAction = number;
    action = work;
  }

  /** Lets the member die when it is about to send the n-th update from now on, 1 being the next. */
  synchronized void crashAtPrepare(int number) {
    untilCrash = number;
  }

  /** Lets the member die when it has just been told that a transaction is committed. */
  synchronized void crashAtCommit() {
    crashAtCommit = true;
  }

  /** From now on nobody hears of the calls that are open: their member is dead. */
  synchronized void crash() {
    untilCrash = -1;
    crashAtCommit = false;
    life++;
  }

  /** Another member goes on with what the dead one has sent. */
  synchronized void takeOver(OutcomeLog outcomes) throws PropagationException {
    for (Copy copy : copies.values()) {
      Call open = copy.undecided;
      copy.undecided = null;
      if (open != null && outcomes.settle(open.session, open.request, open.epoch)) {
        open.apply();
      }
      copy.epoch++;
    }
  }

  /** Sets how long a call waits for another one of its session. */
  void patience(Duration longest) {
    patience = longest;
  }

  synchronized void breakNextPrepare(Error error) {
    nextBreak = error;
  }

  /** Breaks the next call that has been let in and asks for the state. */
  synchronized void breakNextState(Error error) {
    nextStateBreak = error;
  }

  synchronized void failNextAdmission(PropagationException failure) {
    failAdmission(1, failure);
  }

  /** Refuses the n-th call or creation from now on, 1 being the next. */
  synchronized void failAdmission(int number, PropagationException failure) {
    untilRefused = number;
    nextAdmission = failure;
  }

  synchronized boolean lastUndecided() {
    return lastUndecided;
  }

  /** Calls executed, replayed ones not counted. */
  synchronized int executed() {
    return executed;
  }

  /** Time-out that the last creation asked for. */
  synchronized Duration lastTimeout() {
    return lastTimeout;
  }

  /** Updates sent to backups, as it were. */
  synchronized int prepared() {
    return prepared;
  }

  synchronized byte[] state(String session) {
    return copies.get(new SessionId(session)).state;
  }

  synchronized byte[] reply(String session, String request) {
    return copies.get(new SessionId(session)).replies.get(request);
  }

  synchronized void replaceReply(String session, String request, byte[] reply) {
    copies.get(new SessionId(session)).replies.put(request, reply);
  }

  synchronized void replaceState(String session, byte[] state) {
    Copy copy = copies.get(new SessionId(session));
    copy.state = state;
    copy.version++;
  }

  synchronized boolean holds(String session) {
    Copy copy = copies.get(new SessionId(session));
    return copy != null && !copy.removed;
  }

  @Override
  public synchronized Admission admitCreation(
      SessionId session, String bean, Duration timeout, Optional<RequestId> request)
      throws PropagationException {
    refuseInterrupted();
    failAdmission();
    lastTimeout = timeout;
    Copy known = copies.get(session);
    if (known != null) {
      byte[] none = {};
      return new Admission.Replayed(
          known.bean, request.map(id -> known.replies.getOrDefault(id.value(), none)).orElse(none));
    }
    var copy = new Copy(bean);
    copy.busy.lock();
    executed++;
    return new Admission.Granted(new Call(session, copy, request));
  }

  @Override
  public Admission admit(SessionId session, Optional<RequestId> request)
      throws PropagationException {
    Copy copy;
    synchronized (this) {
      refuseInterrupted();
      failAdmission();
      copy = copies.get(session);
    }
    if (copy == null) {
      return new Admission.Unknown();
    }
    enter(session, copy);
    synchronized (this) {
      byte[] reply = request.map(id -> copy.replies.get(id.value())).orElse(null);
      if (reply != null || copy.removed) {
        copy.busy.unlock();
        return reply == null ? new Admission.Unknown() : new Admission.Replayed(copy.bean, reply);
      }
      if (takeOverBeforeEachCall) {
        copy.epoch++;
      }
      executed++;
      return new Admission.Granted(new Call(session, copy, request));
    }
  }

  /** As where others are waited for. */
  private static void refuseInterrupted() throws PropagationException {
    if (Thread.currentThread().isInterrupted()) {
      throw new PropagationException("interrupted");
    }
  }

  private void failAdmission() throws PropagationException {
    PropagationException failure = nextAdmission;
    if (failure != null && --untilRefused == 0) {
      nextAdmission = null;
      throw failure;
    }
  }

  private void enter(SessionId session, Copy copy) throws PropagationException {
    try {
      if (copy.busy.isHeldByCurrentThread()
          || !copy.busy.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new SessionBusyException("session " + session + " is busy");
      }
    } catch (InterruptedException e) {
      throw new SessionBusyException("interrupted");
    }
  }

  @Override
  public synchronized void drop(SessionId session) {
    copies.remove(session);
  }

  @Override
  public boolean isPrimary() {
    return true;
  }

  @Override
  public boolean awaitPrimary(Duration timeout) {
    return true;
  }

  @Override
  public void boundMemory(long bytes, Path folder) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Registration addPutAwayListener(Consumer<SessionId> listener) {
    putAwayListeners.add(listener);
    return () -> putAwayListeners.remove(listener);
  }

  /** How many were added and not taken back. */
  int putAwayListeners() {
    return putAwayListeners.size();
  }

  /** As if the state of a session had been put into a file. */
  void putAway(String session) {
    putAwayListeners.forEach(listener -> listener.accept(new SessionId(session)));
  }

  @Override
  public PropagationStatus status() {
    return new PropagationStatus(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false);
  }

  @Override
  public int handOver(Duration timeout) {
    return 0;
  }

  @Override
  public void close() {}

  private final class Call implements SessionCall {
    private final SessionId session;
    private final Copy copy;
    private final RequestId request;
    private final long epoch;
    private final int bornIn = life;
    private long version;
    private Update update;
    private boolean closed;

    Call(SessionId session, Copy copy, Optional<RequestId> request) {
      this.session = session;
      this.copy = copy;
      this.request = request.orElse(new RequestId("local-" + executed));
      this.epoch = copy.epoch;
      this.version = copy.version;
    }

    @Override
    public SessionId session() {
      return session;
    }

    @Override
    public String bean() {
      return copy.bean;
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
      synchronized (MemoryPropagation.this) {
        Error error = nextStateBreak;
        nextStateBreak = null;
        if (error != null) {
          throw error;
        }
      }
      return Optional.ofNullable(copy.state);
    }

    @Override
    public boolean isUnchanged(byte[] state) {
      return Arrays.equals(copy.state, state);
    }

    @Override
    public void confirmUnchanged() throws FencedException {
      synchronized (MemoryPropagation.this) {
        refuseWhenDead();
      }
    }

    private void refuseWhenDead() throws FencedException {
      if (isDead()) {
        throw new FencedException("dead");
      }
    }

    private boolean isDead() {
      return bornIn != life;
    }

    @Override
    public void prepare(Update newUpdate, boolean undecided) throws PropagationException {
      synchronized (MemoryPropagation.this) {
        refuseInterrupted();
        Error error = nextBreak;
        nextBreak = null;
        if (error != null) {
          throw error;
        }
        if (untilCrash > 0 && --untilCrash == 0) {
          crash();
        }
        refuseWhenDead();
        PropagationException failure = nextPrepare;
        if (failure != null && --untilFailure == 0) {
          nextPrepare = null;
          throw failure;
        }
        update = newUpdate;
        prepared++;
        version++;
        lastUndecided = undecided;
        if (undecided) {
          copy.undecided = this;
        } else {
          apply(); // it counts at once
        }
        if (untilAction > 0 && --untilAction == 0) {
          action.run();
        }
      }
    }

    private void apply() {
      copies.put(session, copy);
      copy.version = version;
      copy.state = update.state().orElse(null);
      copy.removed = update.isRemoval();
      copy.replies.put(request.value(), update.reply());
      copy.undecided = null;
    }

    @Override
    public void commit() {
      synchronized (MemoryPropagation.this) {
        if (crashAtCommit) {
          crash();
        }
        if (copy.undecided == this && !isDead()) {
          apply();
        }
      }
    }

    @Override
    public void abort() {
      synchronized (MemoryPropagation.this) {
        if (copy.undecided == this && !isDead()) {
          copy.undecided = null;
        }
      }
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        copy.busy.unlock();
      }
    }
  }
}
