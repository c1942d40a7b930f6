package org.g2cl.cmi.client;

import java.time.Duration;

/**
 * What the retry loop knows of a request.
 *
 * @param kind kind of request
 * @param session session that the request is for or creates, or null
 * @param bean deployment id, or name that was looked up
 * @param what words for messages, for instance {@code Cart.insert}
 * @param waited time until its deadline that is spent already
 */
record Call(Kind kind, String session, String bean, String what, Duration waited) {
  Call(Kind kind, String session, String bean, String what) {
    this(kind, session, bean, what, Duration.ZERO);
  }

  enum Kind {
    /** Makes a session whose id is the request's. */
    CREATION,
    /** Carries a request id, or only reads. */
    REPEATABLE,
    /** Must not be executed twice, and nobody would notice. */
    ONCE
  }

  boolean repeatable() {
    return kind != Kind.ONCE;
  }
}
