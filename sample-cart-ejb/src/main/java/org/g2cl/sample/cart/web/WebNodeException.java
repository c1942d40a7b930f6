package org.g2cl.sample.cart.web;

/** Tells that a web node cannot start; the message says why and what to do. */
public final class WebNodeException extends RuntimeException {

  private static final long serialVersionUID = 1;

  WebNodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
