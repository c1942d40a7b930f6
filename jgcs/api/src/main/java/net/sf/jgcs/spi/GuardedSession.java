package net.sf.jgcs.spi;

/**
 * Control session of an engine that can refuse a member before it is in any view.
 *
 * <p>An addition to jGCS 0.8. Without a call of {@link #guard} nothing is refused or proved.
 */
public interface GuardedSession {
  /** Sets what joiners prove from the next join on. */
  void guard(Admission admission);
}
