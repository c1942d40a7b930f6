package org.g2cl.engines;

import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;

/** Members' network, which a test breaks and mends. */
public interface Parts extends AutoCloseable {
  /** Protocol of a member of that name. */
  Protocol protocol(String name) throws GroupException;

  /** Group of all members. */
  GroupConfiguration group() throws GroupException;

  /** Parts that member from all others; each side is told that the other one is gone. */
  void cutOff(String name);

  /** The same, but that member itself is told nothing, as if it were paused: it keeps its view. */
  default void putOut(String name) {
    throw new UnsupportedOperationException("each member of this engine is told: " + name);
  }

  /** Lets all members hear each other again. */
  void letBack();

  @Override
  default void close() {}
}
