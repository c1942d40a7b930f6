package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Side of a state transfer that has the state: provides it, or stands by. */
final class StateProvider {
  private static final Logger LOG = LoggerFactory.getLogger(StateProvider.class);
  private static final int MAX_NOMINATIONS = 64;

  /** A joiner that counts on this member; a stand-by keeps the snapshot of the mark. */
  private record Nomination(SocketAddress joiner, boolean standBy, StateSnapshot snapshot) {}

  private final MarshalDataSession session;
  private final MessageDispatcher dispatcher;
  private final StateHandler handler;
  private final TransferWorkers senders;
  private final RareLog broken = new RareLog();
  private final RareLog unsent = new RareLog();

  /** By transfer id; the oldest goes when full. */
  private final Map<Long, Nomination> nominations =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Nomination> eldest) {
          return size() > MAX_NOMINATIONS;
        }
      };

  StateProvider(
      MarshalDataSession session,
      MessageDispatcher dispatcher,
      StateHandler handler,
      String threadName) {
    this.session = session;
    this.dispatcher = dispatcher;
    this.handler = handler;
    this.senders = new TransferWorkers(session.scheduler(), threadName, MAX_NOMINATIONS);
  }

  /** Counts a member in; what it asked for before is forgotten. */
  synchronized void nominate(long id, SocketAddress joiner, boolean standBy) {
    nominations.values().removeIf(nomination -> nomination.joiner().equals(joiner));
    nominations.put(id, new Nomination(joiner, standBy, null));
  }

  /** Ends a stand-by. */
  synchronized void done(long id, SocketAddress joiner) {
    nominations.values().removeIf(nomination -> nomination.joiner().equals(joiner));
  }

  /** Forgets joiners that are gone. */
  synchronized void retain(Predicate<SocketAddress> members) {
    nominations.values().removeIf(nomination -> !members.test(nomination.joiner()));
  }

  private synchronized Nomination find(long id, SocketAddress joiner) {
    Nomination nomination = nominations.get(id);
    return nomination != null && nomination.joiner().equals(joiner) ? nomination : null;
  }

  private synchronized void keep(long id, SocketAddress joiner, StateSnapshot snapshot) {
    if (find(id, joiner) != null) {
      nominations.put(id, new Nomination(joiner, true, snapshot));
    }
  }

  /** Takes the snapshot of a transfer that this member was nominated for. */
  void onMark(long id, SocketAddress joiner) {
    Nomination nomination = find(id, joiner);
    if (nomination == null) {
      return;
    }
    StateSnapshot snapshot;
    try {
      snapshot = handler.snapshot();
    } catch (RuntimeException | Error e) { // the joiner must not wait
      session.scheduler().caught(e);
      tellBroken("snapshot()", joiner, e);
      refuse(id, joiner, broken("snapshot()", e));
      return;
    }
    if (nomination.standBy()) {
      keep(id, joiner, snapshot);
      return;
    }
    done(id, joiner);
    if (!senders.offer(() -> provide(id, joiner, snapshot, OutgoingState.fromStart()))) {
      LOG.warn(
          "{}: too many joiners at a time, or no thread, so {} has to ask again", self(), joiner);
    }
  }

  /** Says once in a while that the application's part failed. */
  private void tellBroken(String part, SocketAddress joiner, Throwable failure) {
    if (broken.count()) {
      LOG.error(
          "{}: {} of {} failed for {}, {} so far; mend it",
          self(),
          part,
          handler.getClass().getName(),
          joiner,
          broken.total(),
          failure);
    }
  }

  /** The same for the joiner. */
  private String broken(String part, Throwable failure) {
    return "%s of %s failed there: %s; mend it"
        .formatted(part, handler.getClass().getName(), failure);
  }

  /** Tells a joiner that counts on this member that no state will come from it, and why. */
  void refuse(long id, SocketAddress joiner, String reason) {
    Nomination nomination = find(id, joiner);
    done(id, joiner);
    if (nomination != null && !nomination.standBy()) {
      var out = new OutgoingState(dispatcher, joiner, id, OutgoingState.fromStart());
      if (!senders.offer(() -> abort(out, reason))) {
        LOG.warn("{}: too many joiners at a time, or no thread, so {} is not told", self(), joiner);
      }
    }
  }

  /** Goes on where another provider stopped, if this member's bytes are the same up to there. */
  void resume(long id, SocketAddress joiner, long offset, long checksum, Response response) {
    Nomination nomination = find(id, joiner);
    if (nomination == null || offset < 0) {
      answer(response, StateAnswer.UNKNOWN);
    } else if (nomination.snapshot() == null) {
      answer(response, StateAnswer.NOT_YET);
    } else if (!senders.offer(
        () -> resume(id, nomination, new Position(offset, checksum), response))) {
      answer(response, StateAnswer.UNKNOWN);
    }
  }

  /** How far a joiner has come. */
  private record Position(long offset, long checksum) {}

  private void resume(long id, Nomination nomination, Position position, Response response) {
    var beginning =
        new OutgoingState.Beginning(
            position.offset(), position.checksum(), () -> answer(response, StateAnswer.RESUMED));
    if (position.offset() == 0) {
      answer(response, StateAnswer.RESUMED);
    }
    LOG.info(
        "{}: goes on with the state to {} at byte {}",
        self(),
        nomination.joiner(),
        position.offset());
    if (!provide(id, nomination.joiner(), nomination.snapshot(), beginning)) {
      answer(response, StateAnswer.DIFFERS);
    }
  }

  private static void answer(Response response, StateAnswer answer) {
    response.send(answer.code(), false);
  }

  /** False when the joiner has other bytes. */
  private boolean provide(
      long id, SocketAddress joiner, StateSnapshot snapshot, OutgoingState.Beginning beginning) {
    OutgoingState out = new OutgoingState(dispatcher, joiner, id, beginning);
    try {
      snapshot.writeTo(out);
      out.finish();
      LOG.info("{}: sent the state to {}", self(), joiner);
    } catch (OutgoingState.DifferentBytesException e) {
      return false;
    } catch (IOException e) {
      if (unsent.count()) {
        LOG.warn(
            "{}: sending the state to {} failed: {}; {} so far", self(), joiner, e, unsent.total());
      }
      abort(out, "%s could not write it there: %s".formatted(handler.getClass().getName(), e));
    } catch (RuntimeException | Error e) { // the joiner must not wait
      session.scheduler().caught(e);
      tellBroken("the snapshot's writeTo", joiner, e);
      abort(out, broken("the snapshot's writeTo", e));
    }
    return true;
  }

  private void abort(OutgoingState out, String reason) {
    try {
      out.abort(reason);
    } catch (IOException e) {
      LOG.debug("{}: joiner is not there to be told", self(), e);
    }
  }

  private SocketAddress self() {
    return session.localAddress();
  }

  void close() {
    senders.close();
  }
}
