package net.sf.jgcs;

/** Listener of a {@link BlockSession} that is asked to stop sending. */
public interface BlockListener {
  /** Asks to finish sending and then to call {@link BlockSession#blockOk()}. */
  void onBlock();
}
