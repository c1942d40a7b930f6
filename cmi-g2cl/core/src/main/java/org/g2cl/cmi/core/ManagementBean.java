package org.g2cl.cmi.core;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service's figures in the platform's JMX server. */
final class ManagementBean implements HaServiceMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementBean.class);

  private final HaService service;

  ManagementBean(HaService service) {
    this.service = service;
  }

  void register() {
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(this, name());
    } catch (JMException e) {
      LOG.warn("{}: no figures in JMX: {}", getLocation(), e.getMessage());
    }
  }

  void unregister() {
    try {
      var server = ManagementFactory.getPlatformMBeanServer();
      if (server.isRegistered(name())) {
        server.unregisterMBean(name());
      }
    } catch (JMException e) {
      LOG.warn("{}: the figures stay in JMX: {}", getLocation(), e.getMessage());
    }
  }

  private ObjectName name() throws JMException {
    return new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(getLocation()));
  }

  @Override
  public String getLocation() {
    return service.settings().location();
  }

  @Override
  public String getName() {
    return service.status().name();
  }

  @Override
  public String getGroup() {
    return service.status().group();
  }

  @Override
  public String getEngine() {
    return service.status().engine();
  }

  @Override
  public String getView() {
    return service.status().view();
  }

  @Override
  public String getLifeCycle() {
    return service.status().lifeCycle().name();
  }

  @Override
  public List<String> getMembers() {
    return service.status().nodes().stream().map(NodeView::location).toList();
  }

  @Override
  public String getMode() {
    return service.settings().get(HaSetting.MODE);
  }

  @Override
  public List<String> getEvents() {
    return service.figures().events().stream().map(HaEvent::toString).toList();
  }

  @Override
  public boolean isReady() {
    return value(HaMetric.READY) != 0;
  }

  @Override
  public boolean isPrimary() {
    return value(HaMetric.PRIMARY) != 0;
  }

  @Override
  public int getGroupSize() {
    return (int) value(HaMetric.GROUP_SIZE);
  }

  @Override
  public long getViews() {
    return value(HaMetric.VIEWS);
  }

  @Override
  public int getSessionsOwned() {
    return (int) value(HaMetric.SESSIONS_OWNED);
  }

  @Override
  public int getCopiesHeld() {
    return (int) value(HaMetric.COPIES_HELD);
  }

  @Override
  public int getCopiesMissing() {
    return (int) value(HaMetric.COPIES_MISSING);
  }

  @Override
  public boolean isDegraded() {
    return value(HaMetric.DEGRADED) != 0;
  }

  @Override
  public long getCalls() {
    return value(HaMetric.CALLS);
  }

  @Override
  public long getTakeOvers() {
    return value(HaMetric.TAKE_OVERS);
  }

  @Override
  public long getReplays() {
    return value(HaMetric.REPLAYS);
  }

  @Override
  public long getFenced() {
    return value(HaMetric.FENCED);
  }

  @Override
  public long getRefused() {
    return value(HaMetric.REFUSED);
  }

  @Override
  public long getStalls() {
    return value(HaMetric.STALLS);
  }

  @Override
  public long getRepairs() {
    return value(HaMetric.REPAIRS);
  }

  @Override
  public long getReplicatedBytes() {
    return value(HaMetric.REPLICATED_BYTES);
  }

  private long value(HaMetric metric) {
    return metric.value(service.status());
  }
}
