package org.g2cl.cmi.client;

/** Meaning of a server's answer to the retry loop. */
enum Answer {
  /** To be given to the caller. */
  FINAL,
  /** Not executed, another server is to be asked. */
  ELSEWHERE,
  /** The server still executes the request, sent before; it is to be asked again. */
  EXECUTING,
  /**
   * Not executed, since another call of the replicated session took too long; to be given to the
   * caller, unless the request was sent before and may have been executed then.
   */
  BUSY,
  /** Not executed, the server does not know the bean or name; another one may. */
  UNKNOWN_HERE
}
