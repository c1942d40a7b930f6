package org.g2cl;

import static java.util.Comparator.comparing;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Side of a state transfer that wants a state: finds a member that has one.
 *
 * <p>After a merge the states of those who came to the coordinator give way to its own: they
 * provide theirs only to those who cannot get another one, until they have asked again.
 */
final class StateSeeker {
  private static final Logger LOG = LoggerFactory.getLogger(StateSeeker.class);

  /** Longest rest while those who accept give no state. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(1);

  private final MarshalDataSession session;
  private final MessageDispatcher dispatcher;
  private final StateHandler handler;
  private final StateGate gate;
  private final ViewSignal views;
  private final RareLog failed = new RareLog();

  /** Of the thread that gets the state. */
  private LastAsked asked = new LastAsked();

  /**
   * Members of the coordinator's side of a merge, to whose state the own one gives way; or null. A
   * view and a departure change it under the lock of this.
   */
  private final AtomicReference<Set<SocketAddress>> winners = new AtomicReference<>();

  /** Transfer that this member waits for, or null; written under the lock of this. */
  private volatile IncomingState incoming;

  private volatile boolean closed;

  /** What a decision is taken on: it holds while neither has changed. */
  private record Turn(Set<SocketAddress> winning, Membership view) {}

  StateSeeker(
      MarshalDataSession session,
      MessageDispatcher dispatcher,
      StateHandler handler,
      StateGate gate) {
    this.session = session;
    this.dispatcher = dispatcher;
    this.handler = handler;
    this.gate = gate;
    this.views = new ViewSignal(session.scheduler());
  }

  /** Tells whether this member may soon have a state; to be asked before the gate, which opens. */
  boolean isReceiving() {
    return incoming != null || gate.isHolding();
  }

  /** Tells whether the own state gives way to another one since a merge. */
  boolean isSuperseded() {
    return winners.get() != null;
  }

  /** Begins to get the state, and gives what tells whom this member asks. */
  LastAsked begin() {
    asked = new LastAsked();
    return asked;
  }

  /** Gets the state from that member, whatever it thinks of it; false as {@link #getState}. */
  boolean getStateOf(SocketAddress target, Deadline deadline)
      throws GroupException, TimeoutException, InterruptedException {
    if (target.equals(self())) {
      return gate.isOpen() ? goOnWithOwn() : getState(deadline);
    }
    List<SocketAddress> candidates = List.of(target);
    StateAnswer answer = ask(StateMessage.NOMINATE, target, candidates, deadline);
    if (answer == StateAnswer.SUPERSEDED) {
      answer = ask(StateMessage.NOMINATE_ANYWAY, target, candidates, deadline);
    }
    if (answer != StateAnswer.ACCEPTED) {
      view(); // or this one is not joined
      throw new GroupException(
          "%s: member %s did not give its state: %s; ask a member of the group whose own getState has ended, or null for any"
              .formatted(self(), target, asked.outcome()),
          asked.failure());
    }
    return true;
  }

  /** The state of this member is the one that was asked for: it gives way no more. */
  private boolean goOnWithOwn() {
    winners.set(null);
    return false;
  }

  /** Gets the state from any member; false when this one starts, or goes on, with its own. */
  boolean getState(Deadline deadline)
      throws GroupException, TimeoutException, InterruptedException {
    Duration rest = ViewSignal.REST;
    for (boolean first = true; ; first = false) {
      Set<SocketAddress> winning = winners.get(); // before the view: a merge after it shows
      Turn turn = new Turn(winning, view());
      Membership view = turn.view();
      long failures = asked.failures();
      Map<SocketAddress, StateAnswer> answers = askEach(candidates(view), deadline);
      if (answers.containsValue(StateAnswer.ACCEPTED)) {
        if (!isSuperseded()) {
          return true;
        }
        LOG.info("{}: a merge came while the state did, asks for that of the other side", self());
        continue;
      }
      if (mayStart(view, answers) && startWithOwn(turn)) {
        return false;
      }
      SocketAddress best = superseded(view, answers, first);
      if (best != null && askAnyway(best, turn, deadline)) {
        return !best.equals(self());
      }
      rest = asked.failures() == failures ? ViewSignal.REST : longer(rest);
      views.rest(rest, deadline);
    }
  }

  private static Duration longer(Duration rest) {
    Duration twice = rest.multipliedBy(2);
    return twice.compareTo(LONGEST_REST) < 0 ? twice : LONGEST_REST;
  }

  /** Asks one after another until one has given its state. */
  private Map<SocketAddress, StateAnswer> askEach(List<SocketAddress> candidates, Deadline deadline)
      throws GroupException, TimeoutException, InterruptedException {
    Map<SocketAddress, StateAnswer> answers = new LinkedHashMap<>();
    for (SocketAddress candidate : candidates) {
      StateAnswer answer = ask(StateMessage.NOMINATE, candidate, candidates, deadline);
      answers.put(candidate, answer);
      if (answer == StateAnswer.ACCEPTED) {
        break;
      }
    }
    return answers;
  }

  /** Nobody else has a state: this member goes on with its own, or begins with the empty one. */
  private boolean mayStart(Membership view, Map<SocketAddress, StateAnswer> answers)
      throws InvalidStateException {
    return answers.values().stream().allMatch(StateAnswer.WITHOUT_STATE::equals)
        && (gate.isOpen() || view.getLocalRank() == view.getCoordinatorRank());
  }

  /**
   * Lets the own state count, or the empty one where there is none; false when a view or a
   * departure came since that turn began, in which another one may count.
   */
  private synchronized boolean startWithOwn(Turn turn) throws GroupException {
    if (view() != turn.view() || !winners.compareAndSet(turn.winning(), null)) {
      return false;
    }
    if (!gate.isOpen()) {
      LOG.info("{}: nobody has a state, starting with the empty one", self());
      gate.openEmpty();
    }
    return true;
  }

  /**
   * Member whose state counts when all that there are give way to one that is gone: this one, when
   * its own does not, or else the first by rank. Null when there is none, or somebody may have a
   * state that counts; who is silent may have one at first.
   */
  private SocketAddress superseded(
      Membership view, Map<SocketAddress, StateAnswer> answers, boolean first) {
    if (answers.containsValue(StateAnswer.RECEIVING)
        || (first && answers.containsValue(StateAnswer.NONE))) {
      return null;
    }
    List<SocketAddress> having = new ArrayList<>();
    answers.forEach(
        (member, answer) -> {
          if (answer == StateAnswer.SUPERSEDED) {
            having.add(member);
          }
        });
    if (having.isEmpty()) {
      return null;
    }
    if (gate.isOpen()) {
      if (!isSuperseded()) {
        return self();
      }
      having.add(self());
    }
    return having.stream().min(comparing(view::getMemberRank)).orElseThrow();
  }

  private boolean askAnyway(SocketAddress best, Turn turn, Deadline deadline)
      throws GroupException, TimeoutException, InterruptedException {
    if (best.equals(self())) {
      LOG.info("{}: nobody has a state that counts more, goes on with its own", self());
      return startWithOwn(turn);
    }
    return ask(StateMessage.NOMINATE_ANYWAY, best, List.of(best), deadline) == StateAnswer.ACCEPTED
        && !isSuperseded(); // else a merge came while the state did
  }

  private Membership view() throws GroupException {
    if (closed) {
      throw new ClosedSessionException(
          "the state transfer of this member is closed; make another one on an open session");
    }
    try {
      return session.membership();
    } catch (IllegalStateException e) {
      throw new InvalidStateException("getting the state needs a joined group", e);
    }
  }

  private SocketAddress self() {
    return session.localAddress();
  }

  private List<SocketAddress> others(Membership view) {
    List<SocketAddress> others = new ArrayList<>(view.getMembershipList());
    others.remove(self());
    return others;
  }

  /**
   * The coordinator last: it has enough to do where the engine orders messages through it. But
   * first, and its side before the own one, where the own state gives way to it.
   */
  private List<SocketAddress> candidates(Membership view) {
    List<SocketAddress> candidates = others(view);
    SocketAddress coordinator = view.getMemberAddress(view.getCoordinatorRank());
    Set<SocketAddress> winning = winners.get();
    if (winning != null) {
      candidates.sort(comparing(member -> !winning.contains(member)));
    }
    if (candidates.remove(coordinator)) {
      candidates.add(winning == null ? candidates.size() : 0, coordinator);
    }
    return candidates;
  }

  /** Asks one member, and gets the state when it accepts; ACCEPTED when this member then has it. */
  private StateAnswer ask(
      int operation, SocketAddress candidate, List<SocketAddress> standBys, Deadline deadline)
      throws GroupException, TimeoutException, InterruptedException {
    var attempt = new StateAttempt(dispatcher, handler, gate, views, candidate, deadline);
    Set<SocketAddress> winning = winners.get();
    boolean hadState = gate.isOpen();
    begin(attempt.state());
    try {
      StateAnswer answer = attempt.nominate(operation);
      asked.answered(candidate, answer, deadline);
      if (answer == StateAnswer.ACCEPTED) {
        attempt.receive(others(view()), standBys);
        winners.compareAndSet(winning, null); // but not what a merge meanwhile has set
      }
      return answer;
    } catch (ClosedSessionException e) {
      throw e; // another member would not mend it
    } catch (IOException e) {
      asked.failed(candidate, e);
      if (failed.count()) {
        LOG.warn("{}: no state from {}: {}; {} so far", self(), candidate, e, failed.total());
      }
      return StateAnswer.NONE;
    } catch (StateAttempt.HandlerException e) {
      throw new GroupException(
          "%s: the state handler %s failed on the state of %s; mend its setState, or what the one there writes"
              .formatted(self(), handler.getClass().getName(), attempt.state().provider()),
          e.getCause());
    } finally {
      end();
      if (!gate.isOpen()) {
        giveUp(hadState && !attempt.hasReplacedState());
      }
    }
  }

  private synchronized void begin(IncomingState state) {
    incoming = state;
  }

  private synchronized void end() {
    incoming = null;
  }

  /** No state came: back to the start, or to the one that this member had and still has. */
  private void giveUp(boolean hasOwn) {
    if (hasOwn && gate.replayAndOpen()) {
      LOG.info("{}: goes on with the state that it had", self());
    } else {
      gate.reset();
    }
  }

  /** This member has delivered its own mark. */
  synchronized boolean onMark(long id, SocketAddress joiner) {
    IncomingState state = incoming;
    if (state == null || !state.is(id) || !joiner.equals(self())) {
      return false;
    }
    gate.hold();
    state.marked();
    return true;
  }

  void onChunk(long id, ByteBuffer body, SocketAddress sender, Response response) {
    IncomingState state = incoming;
    if (state == null || !state.is(id) || !state.provider().equals(sender)) {
      response.send(false, false);
      return;
    }
    int flag = body.get();
    long offset = body.getLong();
    if (flag == StateMessage.FAILED) {
      state.providerLost(StateMessage.reason(body));
      response.send(true, false);
    } else if (!state.offer(body.slice(), offset, flag == StateMessage.LAST, response)) {
      response.send(false, false);
    }
  }

  void onView(Membership view) {
    giveWay(view);
    views.viewCame();
    IncomingState state = incoming;
    if (state != null && view.getMemberRank(state.provider()) < 0) {
      state.providerLost("it left the group or failed");
    } else if (state != null
        && view.isMerge()
        && view.getJoinedMembers().contains(state.provider())) {
      state.providerLost("this member was put out for it meanwhile"); // and so it has given up
    }
  }

  private synchronized void giveWay(Membership view) {
    SocketAddress coordinator = view.getMemberAddress(view.getCoordinatorRank());
    if (view.isMerge() && view.getJoinedMembers().contains(coordinator)) {
      winners.set(Set.copyOf(view.getJoinedMembers()));
    }
  }

  void onDeparture() {
    drop("this member is no longer in the group");
  }

  /** Ends for good; who gets the state hears of it. */
  void close() {
    closed = true;
    drop("the state transfer was closed");
    views.viewCame();
  }

  private synchronized void drop(String reason) {
    winners.set(null);
    gate.reset();
    IncomingState state = incoming;
    if (state != null) {
      state.fail(reason);
    }
  }
}
