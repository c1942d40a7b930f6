package org.g2cl.cmi.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outcomes of transactions by the table of markers that a node was given, if it was, and the
 * sweeping of that table. Thread-safe.
 */
final class Markers implements OutcomeLog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Markers.class);
  private static final Duration SWEEP_PERIOD = Duration.ofMinutes(5);

  private final HaSettings settings;
  private final Duration retention;
  private final Duration sweepPeriod;
  private final ScheduledExecutorService sweeper = DaemonTimer.named("g2cl-marker-sweeper");
  private volatile MarkerTable table;
  private volatile Runnable opening = () -> {};

  Markers(HaSettings settings) {
    this(settings, SWEEP_PERIOD);
  }

  Markers(HaSettings settings, Duration sweepPeriod) {
    this(settings, settings.duration(HaSetting.MARKER_RETENTION), sweepPeriod);
  }

  /**
   * Creates them.
   *
   * @param retention age at which a marker is swept
   * @param sweepPeriod before the first sweep, and between two
   */
  Markers(HaSettings settings, Duration retention, Duration sweepPeriod) {
    this.settings = settings;
    this.retention = retention;
    this.sweepPeriod = sweepPeriod;
  }

  void use(MarkerTable given) {
    table = given;
  }

  /** Sets what is run when an outcome is asked for and no table is used; it may fail. */
  void openBy(Runnable attempt) {
    opening = attempt;
  }

  Optional<MarkerTable> table() {
    return Optional.ofNullable(table);
  }

  @Override
  public boolean settle(SessionId id, RequestId request, long epoch) throws PropagationException {
    MarkerTable known = opened(id, request);
    if (known == null) {
      throw noMarkers(id, request);
    }
    return known.settle(id, request, epoch);
  }

  @Override
  public boolean bar(SessionId id, RequestId request, long epoch) throws PropagationException {
    MarkerTable known = opened(id, request);
    return known != null && known.bar(id, request, epoch);
  }

  /** Null where none is configured: nothing was written by a marker there. */
  private MarkerTable opened(SessionId id, RequestId request) throws PropagationException {
    if (table == null) {
      try {
        opening.run();
      } catch (RuntimeException e) {
        throw new PropagationException(
            "session %s: request %s waits for the table of transaction markers (%s), which %s cannot use yet: %s"
                .formatted(id, request, MarkerTable.TABLE, settings.location(), e.getMessage()),
            e);
      }
    }
    return table;
  }

  /** An undecided update exists only where markers do, so this node lacks what others have. */
  private PropagationException noMarkers(SessionId id, RequestId request) {
    return new PropagationException(
        "session %s: request %s waits for the outcome of its transaction, and %s has no table of transaction markers (%s) to read it from; set the container's Markers and MarkersSettling on this node as on the others, then try again"
            .formatted(id, request, settings.location(), MarkerTable.TABLE));
  }

  /** Sweeps the table from now on, again and again, when it is this member that does so for all. */
  void sweepWhen(BooleanSupplier isMine) {
    DaemonTimer.repeat(sweeper, sweepPeriod, () -> sweep(isMine));
  }

  private void sweep(BooleanSupplier isMine) {
    MarkerTable known = table;
    if (known == null) {
      return;
    }
    try {
      if (!isMine.getAsBoolean()) {
        return;
      }
      int swept = known.sweep(retention);
      LOG.debug("{}: swept {} transaction markers", settings.location(), swept);
    } catch (Exception e) {
      LOG.warn(
          "{}: sweeping the transaction markers failed: {}", settings.location(), e.toString());
    }
  }

  @Override
  public void close() {
    sweeper.shutdownNow();
  }
}
