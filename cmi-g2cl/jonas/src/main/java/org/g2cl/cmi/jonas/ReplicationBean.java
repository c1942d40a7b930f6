package org.g2cl.cmi.jonas;

import javax.management.NotCompliantMBeanException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.ow2.cmi.admin.CMIMBeanConfigException;
import org.ow2.cmi.admin.MBeanUtils;
import org.ow2.cmi.ha.ReplicationManagerImplMBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The MBean of the replication among those of CMI. */
final class ReplicationBean {
  static final String NAME = "HA";

  private static final Logger LOG = LoggerFactory.getLogger(ReplicationBean.class);

  private final String self;
  private volatile ObjectName objectName;

  /**
   * Is not registered yet.
   *
   * @param self of this member, for the log
   */
  ReplicationBean(String self) {
    this.self = self;
  }

  void register(ReplicationManagerImplMBean manager) {
    try {
      objectName =
          MBeanUtils.registerXtraMBean(
              NAME, new StandardMBean(manager, ReplicationManagerImplMBean.class));
    } catch (CMIMBeanConfigException | NotCompliantMBeanException e) {
      LOG.warn(
          "{}: no MBean of the replication: {}; set adminEnabled=\"true\" in the element config",
          self,
          e.getMessage());
    }
  }

  void unregister() {
    if (objectName == null) {
      return;
    }
    try {
      MBeanUtils.unRegisterXtraMBean(objectName, NAME);
    } catch (CMIMBeanConfigException e) {
      LOG.warn("{}: the MBean of the replication stays: {}", self, e.getMessage());
    }
  }

  /** Name under which it is registered, or "null". */
  String objectName() {
    return String.valueOf(objectName);
  }
}
