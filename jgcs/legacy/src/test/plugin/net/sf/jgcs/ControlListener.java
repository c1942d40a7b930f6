package net.sf.jgcs;

public interface ControlListener {
  void onJoin(java.net.SocketAddress peer);

  void onLeave(java.net.SocketAddress peer);

  void onFailed(java.net.SocketAddress peer);
}
