package org.g2cl;

/**
 * How many responses a request waits for: acceptable ones, exceptions included.
 *
 * <p>A wait for some ends earlier when every member asked has answered, left or failed, and so
 * fewer came. A request to one member waits for its response unless the mode is {@link #GET_NONE}.
 */
public enum ResponseMode {
  /** The first one. */
  GET_FIRST,
  /** One of every member asked that neither leaves nor fails. */
  GET_ALL,
  /** One of more than half of the members asked. */
  GET_MAJORITY,
  /** As many as {@link RequestOptions#responses(int)} says. */
  GET_N,
  /** None: the request is one-way. */
  GET_NONE
}
