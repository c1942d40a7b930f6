package net.sf.jgcs;

public interface Message {
  void setPayload(byte[] payload);

  byte[] getPayload();

  java.net.SocketAddress getSenderAddress();

  void setSenderAddress(java.net.SocketAddress sender);
}
