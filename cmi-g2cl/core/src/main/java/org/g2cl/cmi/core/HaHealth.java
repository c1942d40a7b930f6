package org.g2cl.cmi.core;

import java.util.List;

/**
 * What a node knows of itself and its group without a look at its sessions, so that it is told at
 * once whatever these wait for.
 *
 * @param location host:port of its beans
 * @param name its name for people, see {@link HaSetting#NAME}
 * @param lifeCycle state of its service
 * @param view identity of the view, as text; empty when not in the group
 * @param primary whether it is in the part of the group that executes calls
 * @param nodes members of the view, by rank
 */
public record HaHealth(
    String location,
    String name,
    LifeCycle lifeCycle,
    String view,
    boolean primary,
    List<NodeView> nodes) {

  /** Whether the node is in the group and admits calls. */
  public boolean isReady() {
    return lifeCycle == LifeCycle.READY && !view.isEmpty() && primary;
  }

  /** Whether the node has told the group that it serves clients, see {@link HaService#announce}. */
  public boolean isServing() {
    return nodes.stream().anyMatch(node -> node.location().equals(location) && node.serving());
  }
}
