package net.sf.jgcs;

public interface DataSession {
  GroupConfiguration getGroup();

  void close();

  Message createMessage() throws ClosedSessionException;

  void setMessageListener(MessageListener listener) throws ClosedSessionException;

  void setServiceListener(ServiceListener listener) throws ClosedSessionException;

  void setExceptionListener(ExceptionListener listener) throws ClosedSessionException;

  void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws java.io.IOException, UnsupportedServiceException;

  void send(
      Message message,
      Service service,
      Object context,
      java.net.SocketAddress destination,
      Annotation... annotations)
      throws java.io.IOException, UnsupportedServiceException;
}
