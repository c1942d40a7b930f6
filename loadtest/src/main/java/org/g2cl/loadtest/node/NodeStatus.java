package org.g2cl.loadtest.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import org.g2cl.propagation.PropagationStatus;

/**
 * What a business node says of itself.
 *
 * @param name name of the node
 * @param location where its beans are reached, {@code host:port}
 * @param group name of the group
 * @param replication whether sessions are replicated
 * @param view identity of the view, as text; equal on members that see the same group
 * @param members members of the view, the coordinator first
 * @param sessions sessions that it owns
 * @param copies copies of others' sessions that it keeps
 * @param copiesMissing copies that its own sessions lack
 * @param calls calls since its start
 * @param takeOvers sessions taken over since its start
 * @param replays requests answered from a stored reply since its start
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeStatus(
    String name,
    String location,
    String group,
    boolean replication,
    String view,
    List<String> members,
    int sessions,
    int copies,
    int copiesMissing,
    long calls,
    long takeOvers,
    long replays) {
  /** Copies the list. */
  public NodeStatus {
    members = List.copyOf(members);
  }

  /** Status of a node whose sessions are replicated, with these figures. */
  static NodeStatus replicated(
      String name,
      String location,
      String group,
      String view,
      List<String> members,
      PropagationStatus sessions) {
    return new NodeStatus(
        name,
        location,
        group,
        true,
        view,
        members,
        sessions.owned(),
        sessions.copies(),
        sessions.copiesMissing(),
        sessions.calls(),
        sessions.takeOvers(),
        sessions.replays());
  }

  /** Status of a node of the stock container, which does not count its sessions. */
  static NodeStatus alone(String name, String location) {
    return new NodeStatus(name, location, "", false, "", List.of(location), 0, 0, 0, 0, 0, 0);
  }
}
