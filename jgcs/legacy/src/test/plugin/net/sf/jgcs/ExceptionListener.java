package net.sf.jgcs;

public interface ExceptionListener {
  void onException(JGCSException exception);
}
