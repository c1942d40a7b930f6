package org.g2cl.cmi.client;

/** Meaning of a server's answer to the retry loop. */
enum Answer {
  /** To be given to the caller. */
  FINAL,
  /** Not executed, another server is to be asked. */
  ELSEWHERE,
  /** The server still executes the request, sent before; it is to be asked again. */
  EXECUTING,
  /** Not executed, the server does not know the bean or name; another one may. */
  UNKNOWN_HERE
}
