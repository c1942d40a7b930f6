package org.g2cl.cmi.client;

/**
 * What the retry loop knows of a request.
 *
 * @param kind kind of request
 * @param session session that the request is for or creates, or null
 * @param bean deployment id, or name that was looked up
 * @param what words for messages, for instance {@code Cart.insert}
 */
record Call(Kind kind, String session, String bean, String what) {
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
