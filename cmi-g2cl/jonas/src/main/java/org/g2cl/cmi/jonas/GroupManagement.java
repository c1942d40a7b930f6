package org.g2cl.cmi.jonas;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.g2cl.cmi.core.HaSetting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The group's figures in the platform's JMX server. */
final class GroupManagement implements GroupMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(GroupManagement.class);

  private final JonasGroup group;
  private final ObjectName name;

  private GroupManagement(JonasGroup group) throws JMException {
    this.group = group;
    this.name = new ObjectName("org.g2cl:type=Group,member=" + ObjectName.quote(group.self()));
  }

  /** Registers the figures of a group; null when JMX refuses, which is logged. */
  static GroupManagement register(JonasGroup group) {
    try {
      GroupManagement bean = new GroupManagement(group);
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, bean.name);
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
    return group.propagation().status().owned();
  }

  @Override
  public int getCopiesHeld() {
    return group.propagation().status().copies();
  }

  @Override
  public int getCopiesMissing() {
    return group.propagation().status().copiesMissing();
  }

  @Override
  public int getSessionsWithoutCopies() {
    return group.sessionsWithoutCopies();
  }

  @Override
  public long getTakeOvers() {
    return group.propagation().status().takeOvers();
  }

  @Override
  public long getReplays() {
    return group.propagation().status().replays();
  }

  @Override
  public long getFenced() {
    return group.propagation().status().fenced();
  }
}
