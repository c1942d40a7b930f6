package net.sf.jgcs;

public interface MessageListener {
  Object onMessage(Message message);
}
