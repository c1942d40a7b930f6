package org.g2cl.jgcs.jgroups4;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.jgroups.StackSettings;

/** Factory of protocols with the same settings. */
final class JGroups4ProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;

  private final StackSettings settings;

  JGroups4ProtocolFactory(StackSettings settings) {
    this.settings = settings;
  }

  @Override
  public Protocol createProtocol() throws GroupException {
    Stack stack = Stack.load(settings);
    stack.log();
    return new JGroups4Protocol(settings, stack.hasSequencer());
  }
}
