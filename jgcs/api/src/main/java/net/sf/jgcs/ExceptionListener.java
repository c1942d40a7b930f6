package net.sf.jgcs;

/** Listener of errors that happen outside a call of the application. */
public interface ExceptionListener {
  /** Takes an asynchronous error. */
  void onException(GroupException exception);
}
