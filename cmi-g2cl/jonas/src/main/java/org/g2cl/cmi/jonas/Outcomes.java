package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/**
 * What became of an undecided update: of the session that the client called, by the marker in the
 * database; of a session that its bean called in turn, by whether the first one has the reply.
 *
 * <p>The database is asked on a thread of its own, which no transaction of a call is bound to.
 */
final class Outcomes implements OutcomeLog, AutoCloseable {
  static final int THREADS = 4;
  private static final int WAITING = 1_000;
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final ThreadPoolExecutor database =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          30,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(WAITING),
          Outcomes::thread);
  private volatile MarkerTable markers;

  /** Null where there is none. */
  private volatile String dataSource;

  private volatile Runnable opener = () -> {};

  private volatile StatePropagation propagation;

  Outcomes() {
    database.allowCoreThreadTimeOut(true);
  }

  void use(StatePropagation started) {
    propagation = started;
  }

  /**
   * Says in which data source the table is to be; null for none. Another's is used no more.
   *
   * @param opens opens it, if it can be
   */
  void named(String name, Runnable opens) {
    opener = opens;
    String given = name == null || name.isBlank() ? null : name;
    if (!Objects.equals(given, dataSource)) {
      dataSource = given;
      markers = null;
    }
  }

  void use(MarkerTable table) {
    markers = table;
  }

  Optional<MarkerTable> markers() {
    return Optional.ofNullable(markers);
  }

  @Override
  public boolean settle(SessionId session, RequestId request, long epoch)
      throws PropagationException {
    SessionId root = Ids.root(request);
    if (!root.equals(session)) {
      return rootHasReply(root, request);
    }
    MarkerTable table = opened();
    if (table == null) {
      throw noTable(session, request);
    }
    return outside(session, () -> table.settle(session, request, epoch));
  }

  /** Null when it cannot be opened, or none is named. */
  private MarkerTable opened() {
    if (markers == null && dataSource != null) {
      opener.run();
    }
    return markers;
  }

  private PropagationException noTable(SessionId session, RequestId request) {
    String named = dataSource;
    String waits =
        "session %s: request %s waits for the outcome of its transaction, and "
            .formatted(session, request);
    return new PropagationException(
        named == null
            ? waits
                + "this server has no data source to read it from; give %s on this server as on the others"
                    .formatted(TransactionTable.SETTING)
            : waits
                + "%s, which is '%s', cannot be used yet; a line of the log says why, and it is tried again every few seconds"
                    .formatted(TransactionTable.SETTING, named));
  }

  @Override
  public boolean bar(SessionId session, RequestId request, long epoch) throws PropagationException {
    MarkerTable table = opened();
    if (table == null && dataSource != null) { // what was committed is remembered there
      throw noTable(session, request);
    }
    SessionId root = Ids.root(request);
    return table != null
        && outside(
            session,
            () ->
                root.equals(session)
                    ? table.bar(session, request, epoch)
                    : table.hasCommitted(root, request));
  }

  /**
   * That it was rolled back is a reply, too: one is left when a commit has failed, or when the
   * request was executed again and ended in a system exception. Asking for it as its owner also
   * keeps the former owner from completing it later.
   */
  private boolean rootHasReply(SessionId root, RequestId request) throws PropagationException {
    Admission admission = propagation.admit(root, Optional.of(request));
    if (admission instanceof Admission.Granted granted) {
      granted.call().close();
      return false;
    }
    return admission instanceof Admission.Replayed replayed
        && ReplyCodec.tellsEffect(replayed.reply());
  }

  /**
   * Runs something outside of the transaction of this thread.
   *
   * @param session of which errors are told; null when it is of none
   * @throws PropagationException when it fails or takes too long
   */
  <T> T outside(SessionId session, Callable<T> question) throws PropagationException {
    var asked = new FutureTask<T>(question);
    try {
      database.execute(asked);
      return asked.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof PropagationException failure) {
        throw failure;
      }
      throw new PropagationException(
          of(session) + "the database cannot be asked: " + e.getCause(), e);
    } catch (TimeoutException | RejectedExecutionException e) {
      throw new PropagationException(
          of(session) + "the database did not answer within " + LONGEST, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(of(session) + "interrupted", e);
    } finally {
      asked.cancel(false); // or the database would be asked, when it is back, what nobody awaits
    }
  }

  private static String of(SessionId session) {
    return session == null ? "" : "session %s: ".formatted(session);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "g2cl-jonas-database");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    database.shutdownNow();
  }
}
