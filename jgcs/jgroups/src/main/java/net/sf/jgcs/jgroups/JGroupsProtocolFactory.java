package net.sf.jgcs.jgroups;

import java.util.LinkedHashMap;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * Factory of the engine {@code jgroups} as a bean, so that JNDI can make it.
 *
 * <p>The address of the sockets is the system property {@code jgroups.bind_addr}, as JGroups has
 * it, or {@code 127.0.0.1}. An XML file for JGroups 3 has to be written anew for JGroups 5.
 */
public class JGroupsProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;
  private static final String ENGINE = "jgroups";
  private static final String DEFAULT = "tocast.xml";
  private static final String UDP = "udp";
  private static final String ADDRESS_PROPERTY = "jgroups.bind_addr";

  private String configuration = DEFAULT;
  private String settings = "";

  /** Creates one with total order on UDP. */
  public JGroupsProtocolFactory() {}

  /** Creates one with a stack. */
  public JGroupsProtocolFactory(String configuration) {
    this.configuration = configuration;
  }

  /** Name of the stack, see {@link #setConfiguration}. */
  public String getConfiguration() {
    return configuration;
  }

  /**
   * Sets the stack: {@code tcp}, {@code udp}, a file, a class path resource or a URL.
   *
   * @param configuration null, or {@code tocast.xml}, the default of jGCS 0.8, for {@code udp}
   */
  public void setConfiguration(String configuration) {
    this.configuration = configuration;
  }

  /** Further settings, see {@link #setSettings}. */
  public String getSettings() {
    return settings;
  }

  /**
   * Sets further settings of the engine.
   *
   * <p>An addition to jGCS 0.8.
   *
   * @param settings {@code key=value;key=value}, with the keys of {@link ProtocolProvider} and of
   *     the engine, for instance {@code bind-port=7800;peers=127.0.0.1:7801}
   */
  public void setSettings(String settings) {
    this.settings = settings;
  }

  @Override
  public Protocol createProtocol() throws GroupException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(ProtocolProvider.BIND_ADDRESS, System.getProperty(ADDRESS_PROPERTY, ""));
    all.put(
        ProtocolProvider.STACK,
        configuration == null || configuration.equals(DEFAULT) ? UDP : configuration);
    for (String setting : settings.split(";", -1)) {
      if (!setting.isBlank()) {
        put(all, setting.strip());
      }
    }
    return Protocols.factory(ENGINE, all).createProtocol();
  }

  private static void put(Map<String, String> all, String setting) throws GroupException {
    int equals = setting.indexOf('=');
    if (equals < 0) {
      throw new GroupException(
          "engine '%s': the settings have '%s', which is not of the form key=value"
              .formatted(ENGINE, setting));
    }
    all.put(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
  }
}
