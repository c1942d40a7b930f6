package org.g2cl.cmi.jonas;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.g2cl.cmi.core.DaemonTimer;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction table in the data source that the server names, made and found at the first call
 * that needs it: at the server's start it may not be bound yet.
 */
final class TransactionTable {
  static final String SETTING = "jonas.service.ha.datasource";
  private static final Logger LOG = LoggerFactory.getLogger(TransactionTable.class);
  private static final Duration SWEEP_PERIOD = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration SHORT_PAUSE = Duration.ofMillis(250);

  private final JonasGroup group;
  private final ServerTransactions transactions;
  private volatile String name;

  /** Null while it is not open. */
  private volatile Opened opened;

  /**
   * Why the database did not answer when it was asked last; null where it did, or was not there.
   */
  private volatile Throwable failure;

  private volatile long failed;
  private final AtomicBoolean told = new AtomicBoolean();

  /** The table, and where its connections come from. */
  private record Opened(DataSource source, MarkerTable table) {}

  TransactionTable(
      JonasGroup group,
      String name,
      ServerTransactions transactions,
      ScheduledExecutorService timer) {
    this.group = group;
    this.transactions = transactions;
    this.name = name;
    group.outcomes().named(name, this::openForOutcome);
    DaemonTimer.repeat(timer, SWEEP_PERIOD, this::sweep);
  }

  String name() {
    return name;
  }

  /** Names another data source, used from the next call on. */
  synchronized void name(String other) {
    name = other;
    group.outcomes().named(other, this::openForOutcome);
    opened = null;
    failure = null;
    told.set(false);
  }

  /**
   * Writes the marker of a call in the transaction of this thread.
   *
   * @return false when no data source is configured or it is not there, which is logged once
   * @throws FencedException when its key is taken, as by a take-over that has barred the call
   * @throws SQLException when the database fails
   */
  boolean record(SessionCall call) throws SQLException, PropagationException {
    Opened now = openUnlessItHasJustFailed();
    if (now == null) {
      return false;
    }
    try (Connection connection = connection(now)) {
      now.table().record(connection, call.session(), call.request(), call.epoch());
    }
    return true;
  }

  /** Of a data source that was bound anew the former one fails for ever. */
  private Connection connection(Opened now) throws SQLException {
    try {
      return now.source().getConnection();
    } catch (SQLException | RuntimeException e) {
      forgetIfReplaced(now);
      throw e;
    }
  }

  @SuppressWarnings("BanJNDI") // the administrator names it, in the server's own JNDI
  private void forgetIfReplaced(Opened now) {
    try {
      DataSource found = (DataSource) new InitialContext().lookup(name);
      if (found != now.source() && group.outcomes().outside(null, () -> connects(found))) {
        forget(now); // the next call looks it up
      }
    } catch (NamingException | RuntimeException | PropagationException e) {
      LOG.debug("{}: {} gives no connections just now", group.self(), name, e);
    }
  }

  private static boolean connects(DataSource source) throws SQLException {
    source.getConnection().close();
    return true;
  }

  private synchronized void forget(Opened former) {
    if (former.equals(opened)) {
      opened = null;
    }
  }

  /** Opens the table where it is not open yet, so that outcomes can be asked for. */
  void open() {
    var unused = openUnlessItHasJustFailed();
  }

  /**
   * The table, or null. A database that has failed to answer is not asked by calls, of which many
   * may come here at once and would wait one after the other, but by {@link #tryToOpen} only.
   */
  private Opened openUnlessItHasJustFailed() {
    Opened known = opened;
    if (known != null || saysWhyItFails()) {
      return known;
    }
    synchronized (this) {
      return saysWhyItFails() ? opened : table(true);
    }
  }

  private boolean saysWhyItFails() {
    Throwable last = failure;
    if (last == null) {
      return false;
    }
    tellOnce(last);
    return true;
  }

  /**
   * Opens the table when the data source has come; says nothing when it has not. Called now and
   * then; a database that has failed to answer is left alone for a while.
   */
  void tryToOpen() {
    if (opened != null || (failure != null && System.nanoTime() - failed < PAUSE.toNanos())) {
      return;
    }
    try {
      var unused = table(false);
    } catch (RuntimeException e) {
      LOG.debug("{}: {} is not there yet", group.self(), name, e);
    }
  }

  /**
   * Opens the table for a request that is refused else, soon after it has failed. Of many that come
   * at once the first tries, for all that wait meanwhile.
   */
  private void openForOutcome() {
    long asked = System.nanoTime();
    long pause = failure == null ? 0 : failed + SHORT_PAUSE.toNanos() - asked;
    try {
      TimeUnit.NANOSECONDS.sleep(pause);
      synchronized (this) {
        if (failure == null || failed - asked < 0) {
          var unused = table(false);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Null when it cannot be opened. */
  @SuppressWarnings("BanJNDI") // the administrator names it, in the server's own JNDI
  private synchronized Opened table(boolean needed) {
    if (opened != null || name == null || name.isBlank()) {
      return opened;
    }
    try {
      DataSource found = (DataSource) new InitialContext().lookup(name);
      MarkerTable table = new MarkerTable(found, group.settings().ha().propagation().callTimeout());
      group
          .outcomes()
          .outside(
              null,
              () -> {
                table.create();
                new TableProbe(table, found, transactions).run();
                return true;
              });
      group.outcomes().use(table);
      opened = new Opened(found, table);
      failure = null;
      tellWhenItIsUsedAtLast();
    } catch (NamingException | ClassCastException | LinkageError | PropagationException e) {
      failed = System.nanoTime();
      failure = e instanceof PropagationException ? e : null;
      if (needed) {
        tellOnce(e);
      }
    }
    return opened;
  }

  private void tellOnce(Throwable e) {
    if (told.compareAndSet(false, true)) {
      LOG.error(
          "{}: {} is '{}', which cannot be used: {}. Calls go on without markers: a row may be"
              + " written twice, or stay without its state, when a server fails during a commit."
              + " Name a data source that JNDI knows, and which may create table {}; it is tried again"
              + " every few seconds",
          group.self(),
          SETTING,
          name,
          reason(e),
          MarkerTable.TABLE);
    }
  }

  /** Our own exceptions say it all, but for what the database itself said. */
  private static String reason(Throwable failure) {
    if (!(failure instanceof PropagationException) || failure.getMessage() == null) {
      return failure.toString();
    }
    Throwable cause = failure.getCause();
    boolean isTold =
        cause == null
            || (cause.getMessage() != null && failure.getMessage().contains(cause.getMessage()));
    return isTold ? failure.getMessage() : failure.getMessage() + ": " + cause;
  }

  private void tellWhenItIsUsedAtLast() {
    if (told.compareAndSet(true, false)) {
      LOG.info("{}: {} '{}' is used now: calls get markers", group.self(), SETTING, name);
    }
  }

  /** Takes out the markers that nobody needs any more; called now and then by itself. */
  void sweep() {
    try {
      Optional<MarkerTable> table = group.outcomes().markers();
      if (table.isPresent() && group.rank() == 0) {
        table.get().sweep(group.settings().ha().duration(HaSetting.MARKER_RETENTION));
      }
    } catch (SQLException | RuntimeException e) {
      LOG.warn("{}: sweeping the transaction markers failed: {}", group.self(), e.toString());
    }
  }
}
