package org.g2cl;

/** How many responses a request waits for. */
public enum ResponseMode {
  /** The first one. */
  GET_FIRST,
  /** One of every member asked that neither leaves nor fails. */
  GET_ALL,
  /** None: the request is one-way. */
  GET_NONE
}
