package org.g2cl.loadtest.direct;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.g2cl.Registration;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.PropagationStatus;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/**
 * State propagation on JGroups' own MessageDispatcher, for comparison alone: the owner sends state
 * and reply to its backups and waits for their acknowledgement; a backup that is asked for a
 * session goes on with its copy. Nobody is fenced, copies are not made again, and nothing expires.
 */
public final class DirectPropagation implements StatePropagation {
  private static final int MAX_SESSIONS = 200_000;

  private final Map<String, DirectSession> sessions = new ConcurrentHashMap<>();
  private final LongAdder calls = new LongAdder();
  private final LongAdder takeOvers = new LongAdder();
  private final LongAdder replays = new LongAdder();
  private final DirectChannel channel;
  private final int backups;

  private DirectPropagation(DirectChannel channel, int backups) {
    this.channel = channel;
    this.backups = backups;
  }

  /**
   * Joins a group.
   *
   * @param location {@code host:port} of the beans: name of this member, by which backups are
   *     chosen
   * @param port port of the group communication on that host
   * @param peers {@code host:port} of other members; empty for the first
   * @throws IllegalStateException when the group cannot be joined
   */
  public static DirectPropagation start(
      String group, String location, int port, List<String> peers, int backups) {
    DirectChannel channel = DirectChannel.create(location, port, peers);
    DirectPropagation propagation = new DirectPropagation(channel, backups);
    channel.connect(group, propagation::receive);
    return propagation;
  }

  /** Members of the group by name, the coordinator first. */
  public List<String> members() {
    return channel.members();
  }

  /** View as text. */
  public String view() {
    return channel.view();
  }

  @Override
  public Admission admitCreation(
      SessionId id, String bean, Duration timeout, Optional<RequestId> request)
      throws PropagationException {
    if (sessions.size() >= MAX_SESSIONS) {
      throw new PropagationException(
          "session %s: %d sessions are held here, the most that there may be"
              .formatted(id, MAX_SESSIONS));
    }
    DirectSession session = sessions.computeIfAbsent(id.value(), DirectSession::new);
    session.enter();
    byte[] reply = request.map(asked -> session.replyTo(asked.value())).orElse(null);
    if (reply != null) {
      return replayed(session, reply);
    }
    session.create(bean);
    return granted(session, request);
  }

  @Override
  public Admission admit(SessionId id, Optional<RequestId> request) throws PropagationException {
    DirectSession session = sessions.get(id.value());
    if (session == null) {
      return new Admission.Unknown();
    }
    session.enter();
    byte[] reply = request.map(asked -> session.replyTo(asked.value())).orElse(null);
    if (reply != null) {
      return replayed(session, reply);
    }
    if (!session.exists()) {
      session.leave();
      return new Admission.Unknown();
    }
    if (session.own()) {
      takeOvers.increment();
    }
    return granted(session, request);
  }

  private Admission replayed(DirectSession session, byte[] reply) {
    session.leave();
    replays.increment();
    return new Admission.Replayed(session.bean(), reply);
  }

  private Admission granted(DirectSession session, Optional<RequestId> request) {
    calls.increment();
    RequestId id = request.orElseGet(() -> new RequestId("none-" + calls.sum()));
    return new Admission.Granted(new DirectCall(this, session, id));
  }

  /** Sends a change to as many backups as wanted; goes on with fewer when there are none. */
  void send(SessionFrame frame) throws PropagationException {
    channel.send(frame.session(), frame.encode(), backups);
  }

  void ended(DirectSession session) {
    if (!session.exists()) {
      sessions.remove(session.id());
    }
    session.leave();
  }

  private void receive(byte[] array, int offset, int length) {
    SessionFrame frame = SessionFrame.decode(array, offset, length);
    if (frame.state() == null) {
      sessions.remove(frame.session());
    } else {
      sessions.computeIfAbsent(frame.session(), DirectSession::new).apply(frame, false);
    }
  }

  @Override
  public void drop(SessionId session) {
    sessions.remove(session.value());
  }

  /** The comparison does without a rule for a split group. */
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
    throw new UnsupportedOperationException("the comparison keeps all states in memory");
  }

  /** States stay in memory here. */
  @Override
  public Registration addPutAwayListener(Consumer<SessionId> listener) {
    return () -> {};
  }

  @Override
  public PropagationStatus status() {
    int owned = 0;
    List<DirectSession> held = new ArrayList<>(sessions.values());
    for (DirectSession session : held) {
      owned += session.isOwned() ? 1 : 0;
    }
    return new PropagationStatus(
        owned,
        held.size() - owned,
        0,
        calls.sum(),
        takeOvers.sum(),
        replays.sum(),
        0,
        0,
        0,
        0,
        0,
        0,
        false);
  }

  /** The backups have all there is. */
  @Override
  public int handOver(Duration timeout) {
    return 0;
  }

  @Override
  public void close() {
    channel.close();
  }
}
