package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.jgroups.StackSettings;

/** Factory of protocols with the same settings. */
final class JGroupsProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;

  private final StackSettings settings;

  JGroupsProtocolFactory(StackSettings settings) {
    this.settings = settings;
  }

  @Override
  public Protocol createProtocol() throws GroupException {
    Stack stack = Stack.load(settings);
    stack.log();
    return new JGroupsProtocol(settings, stack.hasSequencer());
  }
}
