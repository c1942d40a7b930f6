package org.g2cl.jgcs.spread;

import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;

/** Factory of protocols with the same settings. */
final class SpreadProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;

  private final SpreadSettings settings;

  SpreadProtocolFactory(SpreadSettings settings) {
    this.settings = settings;
  }

  @Override
  public Protocol createProtocol() {
    return new SpreadProtocol(settings);
  }
}
