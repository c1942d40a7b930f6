package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.ServiceNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt to get the state from a member, and from who stands by for it. */
final class StateAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(StateAttempt.class);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

  /** Others have to deliver what they have begun to send. */
  private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(10);

  private final MessageDispatcher dispatcher;
  private final StateHandler handler;
  private final StateGate gate;
  private final ViewSignal views;
  private final Deadline deadline;
  private final long id;
  private final SocketAddress candidate;
  private final IncomingState state;

  /** Whether the handler has, or may have, replaced the state that this member had. */
  private boolean replaced;

  StateAttempt(
      MessageDispatcher dispatcher,
      StateHandler handler,
      StateGate gate,
      ViewSignal views,
      SocketAddress candidate,
      Deadline deadline) {
    Scheduler scheduler = dispatcher.session().scheduler();
    this.dispatcher = dispatcher;
    this.handler = handler;
    this.gate = gate;
    this.views = views;
    this.deadline = deadline;
    this.id = scheduler.nextLong();
    this.candidate = candidate;
    this.state =
        new IncomingState(
            scheduler,
            id,
            candidate,
            deadline.nanos(),
            (standBy, offset, sum) -> resume(standBy, StateMessage.resume(id, offset, sum)));
  }

  IncomingState state() {
    return state;
  }

  boolean hasReplacedState() {
    return replaced;
  }

  private SocketAddress self() {
    return dispatcher.session().localAddress();
  }

  /** Asks the member whether it will provide the state; NONE when no answer comes. */
  StateAnswer nominate(int operation)
      throws GroupException, TimeoutException, InterruptedException {
    return nominate(operation, candidate);
  }

  private StateAnswer nominate(int operation, SocketAddress member)
      throws GroupException, TimeoutException, InterruptedException {
    Duration wait = deadline.left(ANSWER_TIMEOUT);
    try {
      return StateAnswer.of(
          dispatcher.sendMessage(
              new G2CLMessage(member, StateMessage.of(operation, id)),
              RequestOptions.SYNC().timeout(wait)));
    } catch (InvalidStateException | ClosedSessionException e) {
      throw e;
    } catch (GroupException | TimeoutException e) {
      LOG.debug("{}: {} gives no answer", self(), member, e);
      return StateAnswer.NONE;
    }
  }

  /** Gets the state of the member, which has accepted; the gate is open when that returns. */
  void receive(List<SocketAddress> others, List<SocketAddress> standBys)
      throws IOException, TimeoutException, InterruptedException {
    SocketAddress standBy = standBy(standBys);
    try {
      state.standBy(standBy);
      settle(others);
      mark();
      if (gate.isOpen()) {
        state.awaitMark(); // up to there the state is the one that this member has
      }
      readState();
      state.awaitEnd();
      if (!gate.replayAndOpen()) {
        throw new IOException(
            "more messages came meanwhile than can be held, or the group was left");
      }
      LOG.info("{}: has the state of {}", self(), state.provider());
    } finally {
      tellDone(standBy);
    }
  }

  /** First other candidate that stands by, or null. */
  private SocketAddress standBy(List<SocketAddress> candidates)
      throws GroupException, TimeoutException, InterruptedException {
    for (SocketAddress member : candidates) {
      if (!member.equals(candidate)
          && nominate(StateMessage.STAND_BY, member) == StateAnswer.ACCEPTED) {
        return member;
      }
    }
    return null;
  }

  /**
   * Waits until no message is on its way in fragments of which this member has not seen the first.
   */
  private void settle(List<SocketAddress> others)
      throws IOException, TimeoutException, InterruptedException {
    if (!(dispatcher.session() instanceof GroupMarshalDataSession own) || own.begun().isEmpty()) {
      return;
    }
    RspList<Boolean> settled =
        dispatcher.castMessage(
            others,
            new G2CLMessage(null, StateMessage.of(StateMessage.SETTLE, id)),
            RequestOptions.SYNC().timeout(deadline.left(SETTLE_TIMEOUT)));
    for (Rsp<Boolean> rsp : settled) {
      if (!rsp.wasSuspected() && !Boolean.TRUE.equals(rsp.getValue())) {
        throw new IOException("a member has not sent all fragments of a message: " + settled);
      }
    }
  }

  private void mark() throws GroupException, InterruptedException {
    dispatcher.castMessage(
        null,
        new G2CLMessage(null, StateMessage.of(StateMessage.MARK, id)),
        RequestOptions.ASYNC().service(ServiceNames.TOTAL_ORDER));
  }

  private void readState() throws IOException {
    while (true) {
      boolean before = replaced;
      replaced = true;
      try {
        handler.setState(state);
        if (!state.takeRestarted()) {
          return;
        }
      } catch (IOException e) { // a handler that throws it has left the state as it was
        replaced = before;
        throwUnlessRestarted(e);
      } catch (RuntimeException e) {
        throwUnlessRestarted(e);
      }
      LOG.info("{}: reads the state from the start, from {}", self(), state.provider());
    }
  }

  /** Tells what the stream could not give from what the handler itself throws. */
  private void throwUnlessRestarted(Exception thrown) throws IOException {
    if (state.takeRestarted()) {
      return;
    }
    IOException failure = state.failure();
    if (failure == null) {
      throw new HandlerException(thrown);
    }
    throw failure;
  }

  /** The application's handler failed, which asking another member would not mend. */
  static final class HandlerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HandlerException(Exception cause) {
      super(cause);
    }
  }

  private void tellDone(SocketAddress standBy) throws InterruptedException {
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

  private StateAnswer resume(SocketAddress standBy, byte[] request)
      throws IOException, InterruptedException {
    LOG.info("{}: asks {} to go on with the state", self(), standBy);
    try {
      while (true) {
        StateAnswer answer =
            StateAnswer.of(
                dispatcher.sendMessage(
                    new G2CLMessage(standBy, request),
                    RequestOptions.SYNC().timeout(deadline.left(IncomingState.CHUNK_PATIENCE))));
        if (answer != StateAnswer.NOT_YET) {
          return answer;
        }
        views.rest(deadline);
      }
    } catch (TimeoutException e) {
      throw new IOException("no answer of " + standBy + " in time", e);
    }
  }
}
