package net.sf.jgcs;

public interface ProtocolFactory {
  Protocol createProtocol() throws JGCSException;
}
