package org.g2cl.cmi.core;

import java.time.Instant;

/**
 * Something that happened to a node.
 *
 * @param at when the node noticed it, by its own clock
 * @param kind what kind of thing
 * @param text the thing, in a few words that follow the name of the node; other nodes are named by
 *     their locations
 */
public record HaEvent(Instant at, Kind kind, String text) {
  /** Kinds of events. */
  public enum Kind {
    /** The node left the group, or was put out of it; when it comes in, that is a VIEW. */
    LIFE,
    /** The view has another set of members. */
    VIEW,
    /** Sessions were taken over. */
    TAKE_OVER,
    /** Copies are missing, or there again. */
    COPIES
  }

  /** Time and text. */
  @Override
  public String toString() {
    return at + " " + text;
  }
}
