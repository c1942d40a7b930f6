package org.g2cl.simulate;

import org.g2cl.propagation.SessionId;

/**
 * What a client asks of a session.
 *
 * @param id the same in all its retries
 * @param rows whether the bean writes a database row
 */
record Request(String id, SessionId session, Kind kind, boolean rows) {
  enum Kind {
    CREATE,
    ADD,
    READ,
    /** As a READ, but nothing is sent of it when it leaves the state as it was. */
    LOOK,
    REMOVE
  }

  /** Whether its id stands in the session's state afterwards. */
  boolean isWritten() {
    return kind == Kind.CREATE || kind == Kind.ADD;
  }

  @Override
  public String toString() {
    String called = kind == Kind.CREATE ? "" : " of " + session;
    return kind + " " + id + called + (rows ? " with row" : "");
  }
}
