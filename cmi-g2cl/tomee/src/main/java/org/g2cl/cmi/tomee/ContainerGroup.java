package org.g2cl.cmi.tomee;

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

  ContainerGroup(HaService service) {
    this.service = service;
    service.announceStateForm(MemberForms.NEWEST);
  }

  /**
   * Uses a table of markers from now on.
   *
   * @param transactional data source whose connections take part in the beans' transactions
   * @param names of that and of the table's own data source, for messages
   * @throws IllegalStateException when the table does not do what rests on it
   */
  void useMarkers(MarkerTable table, DataSource transactional, MarkerSources names) {
    new MarkerProbe(table, transactional, names).run();
    service.useMarkers(table);
    markers = Optional.of(new TransactionMarkers(table, new PoolOfSource(transactional)));
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
