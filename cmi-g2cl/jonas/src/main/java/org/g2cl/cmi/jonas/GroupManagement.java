package org.g2cl.cmi.jonas;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.propagation.PropagationStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group's figures in the platform's JMX server.
 *
 * <p>A status visits all sessions, so those who ask for many attributes at once have all of them
 * from one.
 */
final class GroupManagement implements GroupMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(GroupManagement.class);

  private final JonasGroup group;
  private final Supplier<PropagationStatus> status;
  private final ObjectName name;

  private GroupManagement(JonasGroup group, Supplier<PropagationStatus> status, ObjectName name) {
    this.group = group;
    this.status = status;
    this.name = name;
  }

  /** In the JMX server: each attribute alone is of the moment at which it is asked for. */
  private final class Registered extends StandardMBean {
    Registered() {
      super(GroupManagement.this, GroupMXBean.class, true);
    }

    @Override
    public AttributeList getAttributes(String[] names) {
      PropagationStatus now = status.get();
      GroupManagement ofOneMoment = new GroupManagement(group, () -> now, name);
      return new StandardMBean(ofOneMoment, GroupMXBean.class, true).getAttributes(names);
    }
  }

  /** Registers the figures of a group; null when JMX refuses, which is logged. */
  static GroupManagement register(JonasGroup group) {
    return register(group, group.propagation()::status);
  }

  static GroupManagement register(JonasGroup group, Supplier<PropagationStatus> status) {
    try {
      ObjectName name =
          new ObjectName("org.g2cl:type=Group,member=" + ObjectName.quote(group.self()));
      GroupManagement bean = new GroupManagement(group, status, name);
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean.new Registered(), name);
      return bean;
    } catch (JMException e) {
      LOG.warn("{}: no figures in JMX: {}", group.self(), e.getMessage());
      return null;
    }
  }

  static void unregister(GroupManagement bean) {
    if (bean == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(bean.name);
    } catch (JMException e) {
      LOG.warn("{}: the figures stay in JMX: {}", bean.group.self(), e.getMessage());
    }
  }

  @Override
  public String getGroup() {
    return group.settings().group();
  }

  @Override
  public String getEngine() {
    return group.settings().ha().get(HaSetting.ENGINE);
  }

  @Override
  public List<String> getMembers() {
    List<String> members = new ArrayList<>();
    group.members().forEach(member -> members.add(member.toString()));
    return members;
  }

  @Override
  public int getSessionsOwned() {
    return status.get().owned();
  }

  @Override
  public int getCopiesHeld() {
    return status.get().copies();
  }

  @Override
  public int getCopiesMissing() {
    return status.get().copiesMissing();
  }

  @Override
  public int getSessionsWithoutCopies() {
    return group.sessionsWithoutCopies();
  }

  @Override
  public long getTakeOvers() {
    return status.get().takeOvers();
  }

  @Override
  public long getReplays() {
    return status.get().replays();
  }

  @Override
  public long getFenced() {
    return status.get().fenced();
  }

  @Override
  public long getFailures() {
    return status.get().failures();
  }
}
