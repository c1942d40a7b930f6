package net.sf.jgcs;

public interface ControlSession {
  void join() throws ClosedSessionException, JGCSException;

  void leave() throws ClosedSessionException, JGCSException;

  boolean isJoined();

  java.net.SocketAddress getLocalAddress();

  void setControlListener(ControlListener listener);

  void setExceptionListener(ExceptionListener listener) throws ClosedSessionException;
}
