package org.g2cl.loadtest.command;

import org.g2cl.loadtest.node.BusinessNode;
import org.g2cl.loadtest.node.NodeSettings;
import org.g2cl.loadtest.node.RunningNode;
import org.g2cl.loadtest.node.ShopNode;
import org.g2cl.loadtest.node.Starters;

/** Nodes as they are: embedded OpenEJB with our replication, embedded Tomcat with the shop. */
final class RealNodes {
  private RealNodes() {}

  static Starters starters() {
    return new Starters(RealNodes::startLimited, ShopNode::start);
  }

  private static RunningNode startLimited(NodeSettings settings) {
    RequestLimits.set();
    return BusinessNode.start(settings);
  }
}
