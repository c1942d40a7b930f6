package org.g2cl.cmi.jonas;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
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

  private final JonasGroup group;
  private volatile String name;
  private volatile DataSource source;
  private long failed;
  private boolean failing;
  private boolean told;

  TransactionTable(JonasGroup group, String name, ScheduledExecutorService timer) {
    this.group = group;
    this.name = name;
    var unused =
        timer.scheduleWithFixedDelay(
            this::sweep, SWEEP_PERIOD.toSeconds(), SWEEP_PERIOD.toSeconds(), TimeUnit.SECONDS);
  }

  String name() {
    return name;
  }

  /** Names another data source, used from the next call on. */
  synchronized void name(String other) {
    name = other;
    source = null;
    told = false;
  }

  /**
   * Writes the marker of a call in the transaction of this thread.
   *
   * @return false when no data source is configured or it is not there, which is logged once
   * @throws FencedException when a take-over has barred the call
   * @throws SQLException when the database fails
   */
  boolean record(SessionCall call) throws SQLException, PropagationException {
    Optional<MarkerTable> table = table(true);
    if (table.isEmpty()) {
      return false;
    }
    try (Connection connection = source.getConnection()) {
      table.get().record(connection, call.session(), call.request(), call.epoch());
    }
    return true;
  }

  /**
   * Opens the table where it is not open yet, so that outcomes can be asked for. A database that
   * has just failed to answer is not asked: many clients may come here at once.
   */
  void open() {
    if (source == null) {
      openUnlessItHasJustFailed();
    }
  }

  private synchronized void openUnlessItHasJustFailed() {
    if (!failing || System.nanoTime() - failed > PAUSE.toNanos()) {
      var unused = table(true);
    }
  }

  /** Opens the table when the data source has come; says nothing when it has not. */
  void tryToOpen() {
    try {
      var unused = table(false);
    } catch (RuntimeException e) {
      LOG.debug("{}: {} is not there yet", group.self(), name, e);
    }
  }

  @SuppressWarnings("BanJNDI") // the administrator names it, in the server's own JNDI
  private synchronized Optional<MarkerTable> table(boolean needed) {
    if (source != null) {
      return group.outcomes().markers();
    }
    if (name == null || name.isBlank()) {
      return Optional.empty();
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
                return true;
              });
      source = found;
      failing = false;
      group.outcomes().use(table);
      return Optional.of(table);
    } catch (NamingException | ClassCastException | PropagationException e) {
      failing = e instanceof PropagationException;
      failed = System.nanoTime();
      if (needed) {
        tellOnce(e);
      }
      return Optional.empty();
    }
  }

  private void tellOnce(Exception e) {
    if (!told) {
      told = true;
      LOG.error(
          "{}: {} is '{}', which cannot be used: {}. Calls go on without markers: a row may be"
              + " written twice, or stay without its state, when a server fails during a commit."
              + " Name a data source that JNDI knows, and which may create table {}",
          group.self(),
          SETTING,
          name,
          e.getCause() == null ? e.toString() : e.getCause().toString(),
          MarkerTable.TABLE);
    }
  }

  private void sweep() {
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
