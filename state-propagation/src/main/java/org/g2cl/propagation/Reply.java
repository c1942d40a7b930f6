package org.g2cl.propagation;

/** Answer to a request, kept to be repeated. */
record Reply(RequestId request, byte[] bytes) {}
