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

  /** Lets all members hear each other again. */
  void letBack();

  @Override
  default void close() {}
}
