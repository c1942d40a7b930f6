package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Side of a state transfer that has no state yet. */
final class StateSeeker {
  private static final Logger LOG = LoggerFactory.getLogger(StateSeeker.class);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final long RETRY_NANOS = Duration.ofMillis(50).toNanos();

  private final MarshalDataSession session;
  private final MessageDispatcher dispatcher;
  private final StateHandler handler;
  private final StateGate gate;

  private final Scheduler scheduler;

  /** Held to change and await {@link #viewCame}. */
  private final Object views = new Object();

  /** Set by each view, to ask again at once. */
  private boolean viewCame;

  /** Transfer that this member waits for, or null. */
  private volatile IncomingState incoming;

  StateSeeker(
      MarshalDataSession session,
      MessageDispatcher dispatcher,
      StateHandler handler,
      StateGate gate) {
    this.session = session;
    this.dispatcher = dispatcher;
    this.handler = handler;
    this.gate = gate;
    this.scheduler = session.scheduler();
  }

  /** Transfer that this member waits for, or null. */
  IncomingState incoming() {
    return incoming;
  }

  boolean getState(SocketAddress target, long deadline)
      throws GroupException, TimeoutException, InterruptedException {
    while (true) {
      Membership view = view();
      boolean somebodyMayHaveIt = false;
      List<SocketAddress> candidates = target == null ? others(view) : List.of(target);
      for (SocketAddress candidate : candidates) {
        StateAnswer answer = ask(candidate, candidates, deadline);
        if (gate.isOpen()) {
          return true;
        }
        somebodyMayHaveIt |= answer != StateAnswer.WITHOUT_STATE;
      }
      if (target != null) {
        throw new GroupException(
            "%s: member %s did not give its state; ask a member of the group whose own getState has ended, or null for any"
                .formatted(self(), target));
      }
      if (!somebodyMayHaveIt && view.getLocalRank() == view.getCoordinatorRank()) {
        LOG.info("{}: nobody has a state, starting with the empty one", self());
        gate.openEmpty();
        return false;
      }
      pause(deadline);
    }
  }

  private Membership view() throws InvalidStateException {
    try {
      return session.membership();
    } catch (IllegalStateException e) {
      throw new InvalidStateException("getting the state needs a joined group", e);
    }
  }

  private SocketAddress self() {
    return session.localAddress();
  }

  /** The coordinator last: it has enough to do where the engine orders messages through it. */
  private List<SocketAddress> others(Membership view) {
    List<SocketAddress> others = new ArrayList<>(view.getMembershipList());
    others.remove(self());
    SocketAddress coordinator = view.getMemberAddress(view.getCoordinatorRank());
    if (others.remove(coordinator)) {
      others.add(coordinator);
    }
    return others;
  }

  private void pause(long deadline) throws TimeoutException, InterruptedException {
    long end =
        scheduler.nanoTime() + Math.min(RETRY_NANOS, Duration.ofMillis(left(deadline)).toNanos());
    synchronized (views) {
      for (long rest = end - scheduler.nanoTime();
          !viewCame && rest > 0;
          rest = end - scheduler.nanoTime()) {
        scheduler.await(views, rest);
      }
      viewCame = false;
    }
  }

  private long left(long deadline) throws TimeoutException {
    long left = Duration.ofNanos(deadline - scheduler.nanoTime()).toMillis();
    if (left <= 0) {
      throw new TimeoutException();
    }
    return left;
  }

  /** Asks one member, and gets the state when it accepts; the gate is open on success. */
  private StateAnswer ask(SocketAddress candidate, List<SocketAddress> candidates, long deadline)
      throws GroupException, TimeoutException, InterruptedException {
    long id = scheduler.nextLong();
    IncomingState state =
        new IncomingState(
            scheduler,
            id,
            candidate,
            deadline,
            (standBy, offset, sum) ->
                resume(standBy, StateMessage.resume(id, offset, sum), deadline));
    SocketAddress standBy = null;
    incoming = state;
    try {
      StateAnswer answer = nominate(StateMessage.NOMINATE, candidate, id, deadline);
      if (answer == StateAnswer.ACCEPTED) {
        standBy = standBy(id, candidate, candidates, deadline);
        state.standBy(standBy);
        settle(id, deadline);
        mark(id);
        receive(state);
      }
      return answer;
    } catch (IOException e) {
      LOG.warn("{}: no state from {}: {}", self(), candidate, e.toString());
      return StateAnswer.NONE;
    } catch (HandlerException e) {
      throw new GroupException(
          "%s: the state handler failed on the state of %s; mend its setState"
              .formatted(self(), candidate),
          e.getCause());
    } finally {
      incoming = null;
      if (!gate.isOpen()) {
        gate.reset();
      }
      tellDone(standBy, id);
    }
  }

  private StateAnswer nominate(int operation, SocketAddress candidate, long id, long deadline)
      throws InterruptedException, TimeoutException, GroupException {
    long wait = Math.min(left(deadline), ANSWER_TIMEOUT.toMillis());
    try {
      return StateAnswer.of(
          dispatcher.sendMessage(
              new G2CLMessage(candidate, StateMessage.of(operation, id)),
              RequestOptions.SYNC().timeout(wait)));
    } catch (InvalidStateException e) {
      throw e;
    } catch (GroupException | TimeoutException e) {
      LOG.debug("{}: {} gives no answer", self(), candidate, e);
      return StateAnswer.NONE;
    }
  }

  /** First other candidate that stands by, or null. */
  private SocketAddress standBy(
      long id, SocketAddress provider, List<SocketAddress> candidates, long deadline)
      throws GroupException, TimeoutException, InterruptedException {
    for (SocketAddress candidate : candidates) {
      if (!candidate.equals(provider)
          && nominate(StateMessage.STAND_BY, candidate, id, deadline) == StateAnswer.ACCEPTED) {
        return candidate;
      }
    }
    return null;
  }

  /**
   * Waits until no message is on its way in fragments of which this member has not seen the first.
   */
  private void settle(long id, long deadline)
      throws IOException, TimeoutException, InterruptedException {
    if (!(session instanceof GroupMarshalDataSession own) || !own.splits()) {
      return;
    }
    RspList<Boolean> settled =
        dispatcher.castMessage(
            others(view()),
            new G2CLMessage(null, StateMessage.of(StateMessage.SETTLE, id)),
            RequestOptions.SYNC().timeout(Math.min(left(deadline), 5 * ANSWER_TIMEOUT.toMillis())));
    for (Rsp<Boolean> rsp : settled) {
      if (!rsp.wasSuspected() && !Boolean.TRUE.equals(rsp.getValue())) {
        throw new IOException("a member has not sent all fragments of a message: " + settled);
      }
    }
  }

  private void mark(long id) throws GroupException, InterruptedException {
    dispatcher.castMessage(
        null,
        new G2CLMessage(null, StateMessage.of(StateMessage.MARK, id)),
        RequestOptions.ASYNC().service(ServiceNames.TOTAL_ORDER));
  }

  private void receive(IncomingState state) throws IOException {
    readState(state);
    state.awaitEnd();
    if (!gate.replayAndOpen()) {
      throw new IOException("more messages came meanwhile than can be held, or the group was left");
    }
    LOG.info("{}: has the state of {}", self(), state.provider());
  }

  private void readState(IncomingState state) throws IOException {
    while (true) {
      try {
        handler.setState(state);
        if (!state.takeRestarted()) {
          return;
        }
      } catch (IOException e) {
        if (!state.takeRestarted()) {
          throw e;
        }
      } catch (RuntimeException e) {
        if (!state.takeRestarted()) {
          throw new HandlerException(e);
        }
      }
      LOG.info("{}: reads the state from the start, from {}", self(), state.provider());
    }
  }

  /** The application's handler failed, which asking another member would not mend. */
  private static final class HandlerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HandlerException(RuntimeException cause) {
      super(cause);
    }
  }

  private void tellDone(SocketAddress standBy, long id) throws InterruptedException {
    if (standBy == null) {
      return;
    }
    try {
      dispatcher.sendMessage(
          new G2CLMessage(standBy, StateMessage.of(StateMessage.DONE, id)), RequestOptions.ASYNC());
    } catch (GroupException | TimeoutException e) {
      LOG.debug("{}: {} is not there to be told", self(), standBy, e);
    }
  }

  private StateAnswer resume(SocketAddress standBy, byte[] request, long deadline)
      throws IOException, InterruptedException {
    LOG.info("{}: asks {} to go on with the state", self(), standBy);
    try {
      while (true) {
        long wait = Math.min(left(deadline), IncomingState.CHUNK_PATIENCE.toMillis());
        StateAnswer answer =
            StateAnswer.of(
                dispatcher.sendMessage(
                    new G2CLMessage(standBy, request), RequestOptions.SYNC().timeout(wait)));
        if (answer != StateAnswer.NOT_YET) {
          return answer;
        }
        pause(deadline);
      }
    } catch (TimeoutException e) {
      throw new IOException("no answer of " + standBy + " in time", e);
    }
  }

  /** This member has delivered its own mark. */
  boolean onMark(long id, SocketAddress joiner) {
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
      state.providerLost("it could not write its state");
      response.send(true, false);
    } else if (!state.offer(body.slice(), offset, flag == StateMessage.LAST, response)) {
      response.send(false, false);
    }
  }

  void onView(Membership view) {
    synchronized (views) {
      viewCame = true;
      scheduler.signalAll(views);
    }
    IncomingState state = incoming;
    if (state != null && view.getMemberRank(state.provider()) < 0) {
      state.providerLost("it left the group or failed");
    }
  }

  void onDeparture() {
    gate.reset();
    IncomingState state = incoming;
    if (state != null) {
      state.fail("this member is no longer in the group");
    }
  }
}
