package org.g2cl;

import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Side of a dispatcher that answers: chooses the thread, calls the handler, sends the reply. */
final class IncomingRequests {
  private static final Logger LOG = LoggerFactory.getLogger(IncomingRequests.class);

  private final MarshalDataSession session;
  private final int serviceId;
  private final RequestHandler handler;
  private final Scheduler.Worker ordered;
  private final Set<Queued> queued = ConcurrentHashMap.newKeySet();
  private final Backlog backlog;
  private final RareLog dropped = new RareLog();
  private final RareLog failed = new RareLog();
  private final Consumer<G2CLMessage> afterState = this::handleOrdered;

  /**
   * Thread that handles a request in total order, or any that was queued. It looks for itself
   * alone; while two do, as when a state has come, one of them may not find itself.
   */
  private Thread ordering;

  private volatile boolean direct;
  private volatile StateGate gate;
  private volatile boolean closed;

  /**
   * Creates the side of a dispatcher.
   *
   * @param maxBytes of ordered requests that wait; a larger one waits alone
   */
  IncomingRequests(
      MarshalDataSession session, int serviceId, RequestHandler handler, long maxBytes) {
    this.session = session;
    this.serviceId = serviceId;
    this.handler = handler;
    this.ordered =
        session.scheduler().worker("g2cl-" + serviceId + "-ordered", MessageDispatcher.MAX_ORDERED);
    this.backlog = new Backlog(session.scheduler(), ordered, maxBytes);
  }

  /** Sets whether ordered requests too are handled on the delivering thread. */
  void direct(boolean value) {
    direct = value;
  }

  /** Sets the gate that totally ordered requests pass. */
  void gate(StateGate value) {
    gate = value;
    direct = true;
  }

  void onRequest(G2CLMessage message, Header header) {
    StateGate passed = gate;
    if (passed != null && header.order().total() && !passed.isOpen()) {
      handleAfterState(passed, message);
    } else if (direct && header.order().total()) {
      handleOrdered(message);
    } else if (direct || header.order() == Order.UNORDERED) {
      handle(message);
    } else {
      queue(message);
    }
  }

  private void queue(G2CLMessage message) {
    Queued task = new Queued(message);
    queued.add(task);
    try {
      if (!isTaken(task)) {
        refuse(task, closed ? "dispatcher is closed" : "queue of ordered requests is full");
      }
    } catch (Error e) { // as of no thread: what nobody takes off the set would stay there
      boolean isUntaken = queued.remove(task);
      session.scheduler().caught(e);
      if (isUntaken) {
        refuse(message, "it cannot be queued just now" + described(e));
      }
    }
  }

  /** Throws nothing: when memory is out, it cannot be described either, and the caller waits. */
  private String described(Error failure) {
    try {
      return ": " + failure;
    } catch (RuntimeException | Error e) {
      session.scheduler().caught(e);
      return "";
    }
  }

  private boolean isTaken(Queued task) {
    G2CLMessage message = task.message;
    boolean oneWay = message.header().type() == Header.ONE_WAY; // nobody would hear that it failed
    int size = message.getLength();
    return oneWay ? backlog.offerPatiently(task, size) : backlog.offer(task, size);
  }

  /** Ordered request that waits; who takes it off the set answers it. */
  private final class Queued implements Runnable {
    private final G2CLMessage message;

    Queued(G2CLMessage message) {
      this.message = message;
    }

    @Override
    public void run() {
      backlog.taken(message.getLength());
      if (queued.remove(this) && wasInterrupted()) {
        Thread.currentThread().interrupt();
      }
    }

    /** Throws nothing, as where a failure cannot be logged: with the thread the order would end. */
    private boolean wasInterrupted() {
      try {
        return handleOrdered(message);
      } catch (RuntimeException | Error e) {
        session.scheduler().caught(e);
        return false;
      }
    }
  }

  private void handleAfterState(StateGate closedGate, G2CLMessage message) {
    if (closedGate.pass(message.oneWay(), afterState)) {
      handleOrdered(message);
      return;
    }
    Reply reply = replyTo(message);
    if (reply != null) {
      reply.send(new StateNotReadyException("member has not received its state yet"), true);
    }
  }

  /** Unless somebody else has taken it off the set. */
  private void refuse(Queued task, String reason) {
    if (queued.remove(task)) {
      refuse(task.message, reason);
    }
  }

  private void refuse(G2CLMessage message, String reason) {
    drop(message, reason);
    Reply reply = replyTo(message);
    if (reply != null) {
      reply.send(new RejectedExecutionException(reason), true);
    }
  }

  private boolean handleOrdered(G2CLMessage message) {
    ordering = Thread.currentThread();
    try {
      return handle(message);
    } finally {
      ordering = null;
    }
  }

  /** Tells whether a request of this order waits here until this thread has left its handler. */
  boolean standsInTheWayOf(Order order) {
    return ordering == Thread.currentThread()
        && (order.total() || (!direct && order != Order.UNORDERED));
  }

  /**
   * Answers whether the handler was interrupted; the flag of an engine's thread is not set for it.
   */
  private boolean handle(G2CLMessage message) {
    Reply reply = replyTo(message);
    try {
      if (handler == null) {
        throw new UnsupportedOperationException("member has no request handler");
      }
      handler.handle(message, reply);
    } catch (RpcHandler.MethodException e) {
      return failed(message, reply, e.getCause(), true);
    } catch (Throwable e) { // also an Error: the caller must not wait for its time-out
      return failed(message, reply, e, false);
    }
    return false;
  }

  /**
   * Tells the caller, and the log unless it is what a called method threw, of which the caller then
   * knows all; answers as {@link #handle}.
   */
  private boolean failed(G2CLMessage message, Reply reply, Throwable failure, boolean ofMethod) {
    boolean unexpected =
        handler != null && (failure instanceof RuntimeException || failure instanceof Error);
    if (unexpected) {
      session.scheduler().caught(failure);
    }
    boolean told = reply != null && reply.fail(failure);
    if (told && ofMethod) {
      LOG.debug("{}: what {} calls failed", session.localAddress(), message, failure);
    } else if (unexpected) {
      failed(message, failure);
    } else if (!told && dropped.count()) {
      LOG.warn("{}: handler of {} failed", session.localAddress(), message, failure);
    }
    return failure instanceof InterruptedException;
  }

  /** Says what was counted, with its place: the caller is told neither, and may not log it. */
  private void failed(G2CLMessage message, Throwable failure) {
    if (failed.count()) {
      LOG.error(
          "{}: handler of {} failed, {} so far",
          session.localAddress(),
          message,
          failed.total(),
          failure);
    }
  }

  private Reply replyTo(G2CLMessage request) {
    return request.header().type() == Header.REQUEST ? new Reply(this, request) : null;
  }

  /** Sends a reply. */
  void reply(G2CLMessage reply, Order requested) throws GroupException {
    boolean bestEffort = requested == Order.BEST_EFFORT;
    session.send(reply, serviceId, bestEffort ? ServiceNames.BEST_EFFORT : ServiceNames.UNORDERED);
  }

  /** Logs that a reply cannot be sent; counts an error, as of no memory. */
  void unsent(SocketAddress caller, Throwable cause) {
    if (cause instanceof Error) {
      session.scheduler().caught(cause);
    }
    LOG.debug("{}: reply to {} failed", session.localAddress(), caller, cause);
  }

  /** Counts a message that cannot be handled, and says so once in a while. */
  void drop(G2CLMessage message, String reason) {
    if (dropped.count()) {
      LOG.warn(
          "{}: dropped {}: {}; {} dropped so far",
          session.localAddress(),
          message,
          reason,
          dropped.total());
    }
  }

  /** Ends what runs, and refuses what waits so that its callers do not wait for their time-out. */
  void close() {
    closed = true;
    ordered.close();
    backlog.close();
    List.copyOf(queued).forEach(task -> refuse(task, "dispatcher is closed"));
  }
}
