package net.sf.jgcs;

/** Receiver of messages that also hears which services were ensured for them. */
public interface ServiceListener extends MessageListener {
  /** Says that the service is ensured for the message for which the context was returned. */
  void onServiceEnsured(Object context, Service service);
}
