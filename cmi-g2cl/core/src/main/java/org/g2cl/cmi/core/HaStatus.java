package org.g2cl.cmi.core;

import java.util.List;
import org.g2cl.propagation.PropagationStatus;

/**
 * What a node knows of itself and its group at one moment.
 *
 * @param location host:port of its beans
 * @param name its name for people, see {@link HaSetting#NAME}
 * @param group name of the group
 * @param engine name of the group communication engine
 * @param lifeCycle state of its service
 * @param view identity of the view, as text; empty when not in the group
 * @param primary whether it is in the part of the group that executes calls
 * @param views views that it was given since its start
 * @param nodes members of the view, by rank
 * @param propagation figures of its sessions
 */
public record HaStatus(
    String location,
    String name,
    String group,
    String engine,
    LifeCycle lifeCycle,
    String view,
    boolean primary,
    long views,
    List<NodeView> nodes,
    PropagationStatus propagation) {

  /** Whether the node is in the group and admits calls. */
  public boolean isReady() {
    return new HaHealth(location, name, lifeCycle, view, primary, nodes).isReady();
  }
}
