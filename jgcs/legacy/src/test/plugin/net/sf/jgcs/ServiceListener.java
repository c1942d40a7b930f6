package net.sf.jgcs;

public interface ServiceListener {
  void onServiceEnsured(Object context, Service service);
}
