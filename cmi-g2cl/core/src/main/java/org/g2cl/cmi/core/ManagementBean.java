package org.g2cl.cmi.core;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service's figures in the platform's JMX server.
 *
 * <p>A status visits all sessions, so those who ask for many attributes at once have all of them
 * from one; they are of one moment, too.
 */
final class ManagementBean implements HaServiceMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementBean.class);

  private final HaSettings settings;
  private final Supplier<HaStatus> status;
  private final Supplier<List<HaEvent>> events;

  /** Another service of this location may have the name, whose figures are to stay. */
  private volatile boolean registered;

  ManagementBean(HaSettings settings, Supplier<HaStatus> status, Supplier<List<HaEvent>> events) {
    this.settings = settings;
    this.status = status;
    this.events = events;
  }

  /** In the JMX server: each attribute alone is of the moment at which it is asked for. */
  private final class Registered extends StandardMBean {
    Registered() {
      super(ManagementBean.this, HaServiceMXBean.class, true);
    }

    @Override
    public AttributeList getAttributes(String[] names) {
      var ofOneMoment = new ManagementBean(settings, new Once<>(status), events);
      return new StandardMBean(ofOneMoment, HaServiceMXBean.class, true).getAttributes(names);
    }
  }

  /** What was asked for once, if at all. Used by one thread. */
  private static final class Once<T> implements Supplier<T> {
    private final Supplier<T> source;
    private T known;

    Once(Supplier<T> source) {
      this.source = source;
    }

    @Override
    public T get() {
      if (known == null) {
        known = source.get();
      }
      return known;
    }
  }

  void register() {
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(new Registered(), name());
      registered = true;
    } catch (JMException e) {
      LOG.warn("{}: no figures in JMX: {}", getLocation(), e.getMessage());
    }
  }

  void unregister() {
    try {
      var server = ManagementFactory.getPlatformMBeanServer();
      if (registered && server.isRegistered(name())) {
        server.unregisterMBean(name());
      }
      registered = false;
    } catch (JMException e) {
      LOG.warn("{}: the figures stay in JMX: {}", getLocation(), e.getMessage());
    }
  }

  private ObjectName name() throws JMException {
    return new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(getLocation()));
  }

  @Override
  public String getLocation() {
    return settings.location();
  }

  @Override
  public String getName() {
    return status.get().name();
  }

  @Override
  public String getGroup() {
    return status.get().group();
  }

  @Override
  public String getEngine() {
    return status.get().engine();
  }

  @Override
  public String getView() {
    return status.get().view();
  }

  @Override
  public String getLifeCycle() {
    return status.get().lifeCycle().name();
  }

  @Override
  public List<String> getMembers() {
    return status.get().nodes().stream().map(NodeView::location).toList();
  }

  @Override
  public String getMode() {
    return settings.get(HaSetting.MODE);
  }

  @Override
  public List<String> getEvents() {
    return events.get().stream().map(HaEvent::toString).toList();
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

  @Override
  public long getFailures() {
    return value(HaMetric.FAILURES);
  }

  private long value(HaMetric metric) {
    return metric.value(status.get());
  }
}
