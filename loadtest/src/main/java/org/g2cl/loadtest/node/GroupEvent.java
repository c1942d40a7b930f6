package org.g2cl.loadtest.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * Something that happened to nodes of a group.
 *
 * @param at when, in milliseconds since 1970
 * @param kind what kind of thing, as of {@link org.g2cl.cmi.core.HaEvent.Kind}
 * @param who names of the nodes that say so
 * @param what the thing, in words that follow a node's name
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record GroupEvent(long at, String kind, List<String> who, String what) {
  /** Copies the list. */
  public GroupEvent {
    who = List.copyOf(who);
  }

  /** Part of what a node answers about its group. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Answer(List<GroupEvent> events) {
    Answer {
      events = events == null ? List.of() : List.copyOf(events);
    }
  }
}
