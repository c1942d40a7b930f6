package org.g2cl.cmi.tomee;

import java.net.SocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.g2cl.Registration;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/** Membership in the group by the HA service. */
final class ContainerGroup implements NodeGroup {
  private final HaService service;
  private volatile Optional<Markers> markers = Optional.empty();

  private ContainerGroup(HaService service) {
    this.service = service;
  }

  /**
   * Membership by that service, announced to the others.
   *
   * @throws org.g2cl.cmi.core.HaException when the others cannot be told; the service is then
   *     closed
   */
  static ContainerGroup of(HaService service) {
    try {
      service.announceStateForm(MemberForms.NEWEST);
      return new ContainerGroup(service);
    } catch (RuntimeException | Error e) {
      service.close();
      throw e;
    }
  }

  /**
   * Uses the table of markers from now on, which is created where it is missing.
   *
   * @param names of the data sources of the beans' transactions, and of the table by itself
   * @throws IllegalStateException when there is no such data source, the table cannot be created,
   *     or it does not do what rests on it
   */
  void useMarkers(MarkerSources names) {
    MarkerTable table = table(names);
    DataSource transactional = DataSources.named(names.markers());
    new MarkerProbe(table, transactional, names).run();
    service.useMarkers(table);
    markers = Optional.of(new TransactionMarkers(table, new PoolOfSource(transactional)));
  }

  private MarkerTable table(MarkerSources names) {
    var table =
        new MarkerTable(
            DataSources.named(names.settling()),
            service.settings().duration(HaSetting.CALL_TIMEOUT));
    try {
      table.create();
      return table;
    } catch (SQLException e) {
      throw new IllegalStateException(
          "Markers is '%s' and MarkersSettling is '%s': the table of markers cannot be created (%s); create it by: %s"
              .formatted(names.markers(), names.settling(), e.getMessage(), MarkerTable.DDL),
          e);
    }
  }

  HaService service() {
    return service;
  }

  @Override
  public StatePropagation propagation() {
    return service.propagation();
  }

  @Override
  public boolean everyMemberReads(byte form) {
    return service.everyMemberReads(form);
  }

  @Override
  public List<SocketAddress> lacking(byte form) {
    return service.lacking(form);
  }

  @Override
  public ContentLimits limits() {
    return service.settings().limits();
  }

  @Override
  public Optional<Duration> callTimeout() {
    return Optional.of(service.settings().duration(HaSetting.CALL_TIMEOUT));
  }

  @Override
  public boolean executes(Duration longest) throws InterruptedException {
    return service.awaitExecuting(longest);
  }

  @Override
  public Registration addDoubtListener(Runnable listener) {
    return service.addDoubtListener(listener);
  }

  @Override
  public Optional<Markers> markers() {
    return markers;
  }

  @Override
  public Registration addLocationListener(Consumer<List<URI>> listener) {
    return service.addLocationListener(listener);
  }

  @Override
  public void announce(URI location) {
    service.announce(location);
  }

  @Override
  public void close() {
    service.close();
  }

  private record TransactionMarkers(MarkerTable table, PoolOfSource transactional)
      implements Markers {
    @Override
    public void record(SessionId session, RequestId request, long epoch)
        throws SQLException, PropagationException {
      try (Connection connection = transactional.connection()) {
        table.record(connection, session, request, epoch);
      }
    }

    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      return table.settle(session, request, epoch);
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      return table.bar(session, request, epoch);
    }
  }
}
