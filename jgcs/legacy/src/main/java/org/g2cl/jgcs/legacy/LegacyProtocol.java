package org.g2cl.jgcs.legacy;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.spi.AbstractProtocol;

/** Protocol whose groups are sessions of one plug-in with the same settings. */
final class LegacyProtocol
    extends AbstractProtocol<LegacyProtocol, LegacyDataSession, LegacyControlSession, LegacyGroup> {
  private final LegacySettings settings;

  LegacyProtocol(LegacySettings settings) {
    this.settings = settings;
  }

  @Override
  protected void createSessions(LegacyGroup group) {
    putSessions(group, new LegacyControlSession(settings), new LegacyDataSession());
  }

  @Override
  public Service lookupService(String name) throws GroupException {
    for (LegacyService service : settings.services().keySet()) {
      if (service.toString().equals(name)) {
        return service;
      }
    }
    throw new UnsupportedServiceException(
        "engine '%s' as configured has no service '%s'; it has: %s. Name the plug-in's service by the setting '%s%s'."
            .formatted(
                LegacyProtocolProvider.NAME,
                name,
                settings.services().keySet(),
                LegacySettings.SERVICE,
                name));
  }
}
