package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;

/**
 * Transfer of an application's state to a member that joins, in step with the totally ordered
 * messages that change it.
 *
 * <h2>Order</h2>
 *
 * The joiner nominates a provider, then casts a mark in total order. At the mark the provider takes
 * its snapshot; the joiner has dropped the totally ordered messages before it, since the snapshot
 * holds their effects, and holds those after it. When it has set the state it replays what it held,
 * and goes on. So no message is lost and none is applied twice, and nobody else waits. This applies
 * to messages that come through {@link #register} or through a dispatcher set {@link
 * MessageDispatcher#after} this session; and only to totally ordered ones.
 *
 * <h2>Failures</h2>
 *
 * At the mark a second member takes its snapshot too and stands by. When the provider leaves or
 * fails, it goes on at the byte where that one stopped, after a look whether its bytes up to there
 * are the same; when they are not, the state is read from its start. When both go, another member
 * is asked, with a new mark. When nobody has a state, the coordinator starts with the empty one. A
 * member that has left its group asks again after it has joined again. A joiner holds at most 256
 * MiB of messages, counting some ten bytes for each besides its own.
 *
 * <h2>Merges</h2>
 *
 * When a view unites parts of the group ({@link Membership#isMerge}), the state of the
 * coordinator's part counts. Members that come to it ({@link Membership#getJoinedMembers} has the
 * coordinator) keep theirs until they call {@link #getState} again, but joiners get it only when
 * there is no other.
 *
 * <h2>Load</h2>
 *
 * When the members are busy, the provider rests between its chunks, so that the state takes about
 * half of what it could get from those who go on sending; ten seconds of rest at most.
 */
public final class StateTransferDataSession implements AutoCloseable {
  private final MarshalDataSession session;
  private final MessageDispatcher dispatcher;
  private final StateSeeker seeker;
  private final StateProvider provider;
  private final Settling settling;
  private final StateGate gate;
  private final List<Registration> registrations;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Creates one and registers it; do so before the session joins.
   *
   * @param serviceId 0 to 255, the same at all members, used by nobody else on the session
   * @throws IllegalStateException when the service id is in use
   */
  public StateTransferDataSession(MarshalDataSession session, int serviceId, StateHandler handler) {
    this.session = session;
    this.gate = new StateGate(session.scheduler());
    this.dispatcher =
        new MessageDispatcher(session, serviceId, new Requests()).directDispatching(true);
    this.seeker = new StateSeeker(session, dispatcher, handler, gate);
    this.provider = new StateProvider(session, dispatcher, handler, "g2cl-" + serviceId + "-state");
    this.settling = new Settling(dispatcher);
    this.registrations =
        List.of(
            session.addMembershipListener(this::onView),
            session.addDepartureListener(departure -> seeker.onDeparture()));
  }

  /** Tells whether this member has a state: its own, the empty one, or one received. */
  public boolean hasState() {
    return gate.isOpen();
  }

  /**
   * Registers a receiver on the session whose totally ordered messages are in step with the state;
   * others pass unhindered. Those held while the state comes are handed over by the thread that is
   * in {@link #getState}.
   *
   * @throws IllegalStateException when the id has a receiver already
   */
  public Registration register(int serviceId, MessageReceiver receiver) {
    Consumer<G2CLMessage> held = receiver::receive;
    return session.register(
        serviceId,
        message -> {
          if (!message.header().order().total() || gate.pass(message, held)) {
            receiver.receive(message);
          }
        });
  }

  /** Tells whether the state of this member gives way to another one since a merge. */
  boolean isSuperseded() {
    return seeker.isSuperseded();
  }

  StateGate gate() {
    return gate;
  }

  /**
   * Gets the state from another member and waits until it is set and in step. A state that this
   * member has stays when no other member gives one, or {@link StateHandler#setState} does not take
   * it.
   *
   * @param target member to ask, or null for any that has a state; after a merge for the
   *     coordinator, or another one of its side. This member itself goes on with the state that it
   *     has, and when it has none asks any
   * @param timeout longest wait; zero for {@link RequestOptions#MAX_TIMEOUT}
   * @return true when a state was received, false when nobody else has one that counts and this
   *     member starts with the empty one, or goes on with the one that it has
   * @throws TimeoutException when no state came in time; it says who was asked last, with what
   *     result
   * @throws GroupException when the target has no state, or goes, or the {@link StateHandler} does
   *     not take what was sent
   * @throws InvalidStateException when not joined
   * @throws ClosedSessionException when closed, also while waiting
   * @throws IllegalStateException when another thread is getting the state; after a merge, which
   *     may have come while it does, it is to be tried again
   * @throws InterruptedException when interrupted while waiting
   */
  public boolean getState(SocketAddress target, Duration timeout)
      throws GroupException, TimeoutException, InterruptedException {
    Duration longest = positive(timeout);
    if (!lock.tryLock()) {
      throw new IllegalStateException("another thread is getting the state already");
    }
    LastAsked asked = seeker.begin();
    try {
      Deadline deadline = Deadline.after(longest, session.scheduler());
      if (target == null) {
        return seeker.getState(deadline);
      }
      return seeker.getStateOf(target, deadline);
    } catch (TimeoutException e) {
      throw timedOut(longest, target, asked);
    } finally {
      lock.unlock();
    }
  }

  private TimeoutException timedOut(Duration longest, SocketAddress target, LastAsked asked) {
    var timedOut =
        new TimeoutException(
            "%s: no state within %s from %s; %s%s"
                .formatted(
                    session.localAddress(),
                    longest,
                    target == null ? "anybody" : target,
                    asked,
                    session.mismatch().map("; "::concat).orElse("")));
    timedOut.initCause(asked.failure());
    return timedOut;
  }

  private static Duration positive(Duration timeout) {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException(
          "timeout is %s, must be positive, or zero for %s"
              .formatted(timeout, RequestOptions.MAX_TIMEOUT));
    }
    return timeout.isZero() ? RequestOptions.MAX_TIMEOUT : timeout;
  }

  private void onView(Membership view) {
    provider.retain(member -> view.getMemberRank(member) >= 0);
    seeker.onView(view);
  }

  /** Ends for good: a {@link #getState} under way ends too, and the state counts no more. */
  @Override
  public void close() {
    registrations.forEach(Registration::close);
    dispatcher.close();
    provider.close();
    seeker.close();
  }

  /** Messages of other members' transfers, and the chunks of the own one. */
  private final class Requests implements RequestHandler {
    @Override
    public Object handle(G2CLMessage request) {
      throw new UnsupportedOperationException("handled with its response");
    }

    @Override
    public void handle(G2CLMessage request, Response response) throws MalformedFrameException {
      ByteBuffer body = request.payload();
      StateMessage.check(body);
      int operation = body.get();
      long id = body.getLong();
      SocketAddress sender = request.getSender();
      if (operation == StateMessage.MARK) {
        onMark(id, sender);
      } else if (operation == StateMessage.DONE) {
        provider.done(id, sender);
      } else if (response == null) {
        throw new MalformedFrameException("operation " + operation + " needs an answer");
      } else {
        answer(operation, id, body, sender, response);
      }
    }

    private void answer(
        int operation, long id, ByteBuffer body, SocketAddress sender, Response response) {
      switch (operation) {
        case StateMessage.CHUNK -> seeker.onChunk(id, body, sender, response);
        case StateMessage.RESUME ->
            provider.resume(id, sender, body.getLong(), body.getLong(), response);
        case StateMessage.SETTLE -> settling.settle(response);
        default -> response.send(nominated(operation, id, sender).code(), false);
      }
    }

    private StateAnswer nominated(int operation, long id, SocketAddress joiner) {
      boolean receiving = seeker.isReceiving();
      if (!gate.isOpen()) {
        return receiving ? StateAnswer.RECEIVING : StateAnswer.WITHOUT_STATE;
      }
      if (seeker.isSuperseded() && operation != StateMessage.NOMINATE_ANYWAY) {
        return StateAnswer.SUPERSEDED;
      }
      provider.nominate(id, joiner, operation == StateMessage.STAND_BY);
      return StateAnswer.ACCEPTED;
    }

    private void onMark(long id, SocketAddress joiner) {
      if (seeker.onMark(id, joiner) || settling.onMark(id, joiner)) {
        return;
      }
      if (gate.isOpen()) {
        provider.onMark(id, joiner);
      } else {
        provider.refuse(id, joiner, "it had no state when the mark came");
      }
    }
  }
}
