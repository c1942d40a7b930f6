package net.sf.jgcs.membership;

public interface BlockListener {
  void onBlock();
}
