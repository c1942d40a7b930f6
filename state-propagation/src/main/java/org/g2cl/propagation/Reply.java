package org.g2cl.propagation;

/** Answer to a request, kept to be repeated. */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record Reply(RequestId request, byte[] bytes) {}
