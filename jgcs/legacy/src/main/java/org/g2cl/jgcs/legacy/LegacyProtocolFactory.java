package org.g2cl.jgcs.legacy;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;

/** Factory of protocols with the same settings. */
final class LegacyProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;

  private final LegacySettings settings;

  LegacyProtocolFactory(LegacySettings settings) {
    this.settings = settings;
  }

  /** Finds the plug-in's classes now, so that a wrong name is told before anybody joins. */
  @Override
  public Protocol createProtocol() throws GroupException {
    Plugin plugin = Plugin.load(settings);
    plugin.type(settings.factoryClass());
    plugin.type(settings.groupClass());
    plugin.type(settings.serviceClass());
    return new LegacyProtocol(settings);
  }
}
