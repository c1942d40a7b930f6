package org.g2cl.cmi.tomee;

import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryRegistry;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.LifeCycle;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.StatePropagation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership in the group of a server that this code did not start: a TomEE with the container in
 * its configuration. The HA service takes its settings from the environment and system properties.
 */
final class ServerMembership implements NodeGroup {
  private static final Logger LOG = LoggerFactory.getLogger(ServerMembership.class);

  private final HaGroup group;
  private final String markers;
  private final String settling;
  private final ViewDiscoveryAgent agent;
  private boolean attached;

  private ServerMembership(HaGroup group, String markers, String settling) {
    this.group = group;
    this.markers = markers;
    this.settling = settling;
    this.agent = new ViewDiscoveryAgent(this::announce);
  }

  /**
   * Joins the group and becomes a component of the server.
   *
   * @param markers data source of the beans' transactions, or empty for no markers
   * @param settling data source to the same database outside of transactions
   * @throws org.g2cl.cmi.core.HaException when a setting is wrong or the group cannot be joined
   */
  static ServerMembership join(String markers, String settling) {
    if (markers.isEmpty() != settling.isEmpty()) {
      throw new IllegalArgumentException(
          "Markers is '%s' and MarkersSettling is '%s'; set both or neither"
              .formatted(markers, settling));
    }
    HaService service = HaService.start(HaSettings.fromSystem());
    var membership = new ServerMembership(new HaGroup(service), markers, settling);
    SystemInstance.get().setComponent(Replication.class, membership);
    return membership;
  }

  /** Once the server has its data sources and its listeners: uses both. */
  synchronized void serverReady() {
    DiscoveryRegistry registry = SystemInstance.get().getComponent(DiscoveryRegistry.class);
    if (attached || registry == null) {
      return;
    }
    attached = true;
    markersNow();
    group.addLocationListener(agent::update);
    registry.addDiscoveryAgent(agent);
  }

  /** A node that took no call yet may have to settle another one's, so the table is needed now. */
  private void markersNow() {
    try {
      var unused = markers();
    } catch (RuntimeException e) {
      LOG.warn(
          "{}: the table of markers cannot be used yet, the next call tries again: {}",
          group.service().settings().location(),
          e.getMessage());
    }
  }

  LifeCycle lifeCycle() {
    return group.service().status().lifeCycle();
  }

  @Override
  public StatePropagation propagation() {
    return group.propagation();
  }

  @Override
  public boolean everyMemberReads(byte form) {
    return group.everyMemberReads(form);
  }

  @Override
  public Optional<Markers> markers() {
    if (!markers.isEmpty() && group.markers().isEmpty()) {
      useMarkers();
    }
    return group.markers();
  }

  private synchronized void useMarkers() {
    if (group.markers().isPresent()) {
      return;
    }
    var table =
        new MarkerTable(
            EmbeddedServer.dataSource(settling),
            group.service().settings().duration(HaSetting.CALL_TIMEOUT));
    try {
      table.create();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "MarkersSettling is '%s': the table of markers cannot be created (%s); create it by: %s"
              .formatted(settling, e.getMessage(), MarkerTable.DDL),
          e);
    }
    group.useMarkers(table, EmbeddedServer.dataSource(markers));
  }

  @Override
  public void addLocationListener(Consumer<List<URI>> listener) {
    group.addLocationListener(listener);
  }

  @Override
  public void announce(URI location) {
    if ("ejbd".equals(location.getScheme())) {
      group.announce(location);
    }
  }

  @Override
  public void withdraw() {
    group.withdraw();
  }

  @Override
  public void close() {
    group.close();
  }
}
