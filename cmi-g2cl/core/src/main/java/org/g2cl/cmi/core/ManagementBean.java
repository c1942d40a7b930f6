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
  public String getLifeCycle() {
    return service.status().lifeCycle().name();
  }

  @Override
  public List<String> getMembers() {
    return service.status().nodes().stream().map(NodeView::location).toList();
  }

  @Override
  public int getSessionsOwned() {
    return service.propagation().status().owned();
  }

  @Override
  public int getCopiesHeld() {
    return service.propagation().status().copies();
  }

  @Override
  public int getCopiesMissing() {
    return service.propagation().status().copiesMissing();
  }

  @Override
  public String getMode() {
    return service.settings().get(HaSetting.MODE);
  }

  @Override
  public boolean isDegraded() {
    return service.propagation().status().degraded();
  }

  @Override
  public long getCalls() {
    return service.propagation().status().calls();
  }

  @Override
  public long getTakeOvers() {
    return service.propagation().status().takeOvers();
  }

  @Override
  public long getReplays() {
    return service.propagation().status().replays();
  }

  @Override
  public long getFenced() {
    return service.propagation().status().fenced();
  }
}
