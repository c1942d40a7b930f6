package net.sf.jgcs;

import java.io.Serializable;

/**
 * Maker of {@link Protocol} instances of one group communication system.
 *
 * <p>Applications get one from JNDI or from {@link Protocols#factory(String, java.util.Map)}.
 */
public interface ProtocolFactory extends Serializable {
  /**
   * Creates a protocol instance, open and without sessions.
   *
   * @return never null
   * @throws GroupException when the configuration is wrong; the message names the setting
   */
  Protocol createProtocol() throws GroupException;
}
