package org.g2cl.cmi.jonas;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of the group: those of the configuration file first, then system properties and the
 * environment, then what a stock stack file says, then the defaults. Immutable.
 */
final class GroupSettings {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSettings.class);
  private static final String STOCK_DEFAULT_STACK = "jgroups-cmi.xml";

  private static final String JGROUPS_4 = "jgroups4";

  private final HaSettings ha;

  private GroupSettings(HaSettings ha) {
    this.ha = ha;
  }

  /** Settings given by the element of {@code cmi-config.xml}. */
  static GroupSettings of(Config config) {
    Map<HaSetting, String> given = new HashMap<>();
    given.put(HaSetting.GROUP, config.getGroupName());
    given.put(HaSetting.ENGINE, config.getEngine());
    given.put(HaSetting.BIND_ADDRESS, config.getBindAddress());
    given.put(HaSetting.BIND_PORT, config.getBindPort());
    given.put(HaSetting.PEERS, config.getPeers());
    given.put(HaSetting.STACK, config.getStack());
    given.put(HaSetting.MODE, config.getMode());
    given.put(HaSetting.BACKUPS, config.getBackups());
    given.put(HaSetting.MINIMUM_COPIES, config.getMinimumCopies());
    return of(given, config.getConfFileName(), config.getConfDir(), config.getRecoTimeout());
  }

  /** Settings as stock's replication manager is given them. */
  static GroupSettings of(String group, String stackFile, long reconnectionMillis) {
    Map<HaSetting, String> given = new HashMap<>();
    given.put(HaSetting.GROUP, group);
    return of(given, stackFile, System.getProperty("cmi.conf.dir"), reconnectionMillis);
  }

  private static GroupSettings of(
      Map<HaSetting, String> given, String stackFile, String directory, long joinMillis) {
    HaSettings.Builder builder = HaSettings.builder();
    if (stackFile != null && !stackFile.isBlank()) {
      if (isGiven(HaSetting.PEERS, given)) {
        LOG.info("confFileName {} is not read: peers are given by themselves", stackFile);
      } else {
        takeOver(builder, stackFile, directory);
      }
    }
    for (HaSetting setting : HaSetting.values()) {
      put(builder, setting, System.getenv(setting.environmentKey()));
      put(builder, setting, System.getProperty(setting.key()));
      put(builder, setting, given.get(setting));
    }
    if (joinMillis > 0 && !isGiven(HaSetting.JOIN_TIMEOUT, given)) {
      Duration least = Duration.parse(HaSetting.JOIN_TIMEOUT.defaultValue());
      Duration asked = Duration.ofMillis(joinMillis);
      builder.set(HaSetting.JOIN_TIMEOUT, (asked.compareTo(least) < 0 ? least : asked).toString());
    }
    HaSettings settings = builder.build();
    if (!isGiven(HaSetting.ENGINE, given)) {
      settings = builder.set(HaSetting.ENGINE, engineThatIsThere()).build();
    }
    return new GroupSettings(settings);
  }

  private static boolean isGiven(HaSetting setting, Map<HaSetting, String> given) {
    return given.get(setting) != null
        || System.getProperty(setting.key()) != null
        || System.getenv(setting.environmentKey()) != null;
  }

  /** The jar for Java 8 servers brings JGroups 4.2; others may have 5.5 on the class path. */
  private static String engineThatIsThere() {
    try {
      return Protocols.provider(JGROUPS_4).name();
    } catch (GroupException e) {
      return HaSetting.ENGINE.defaultValue();
    }
  }

  private static void put(HaSettings.Builder builder, HaSetting setting, String value) {
    if (value != null) {
      builder.set(setting, value);
    }
  }

  private static void takeOver(HaSettings.Builder builder, String name, String directory) {
    try (InputStream in = open(name, directory)) {
      if (in == null) {
        if (name.equals(STOCK_DEFAULT_STACK)) {
          return;
        }
        throw new JonasConfigurationException(
            "confFileName is '%s', which is neither in the directory %s nor on the class path; correct it, or leave it out and set peers"
                .formatted(name, directory));
      }
      StockStack stack = StockStack.read(name, in, System::getProperty);
      stack.bindAddress().ifPresent(value -> builder.set(HaSetting.BIND_ADDRESS, value));
      stack.bindPort().ifPresent(value -> builder.set(HaSetting.BIND_PORT, value));
      builder.set(HaSetting.PEERS, stack.peers());
      LOG.info(
          "stack file {}: address, port and members are taken over; time-outs of {} are the engine's own",
          name,
          stack.leftOut());
    } catch (IOException e) {
      throw new JonasConfigurationException(
          "confFileName is '%s', which cannot be read: %s".formatted(name, e.getMessage()), e);
    }
  }

  /** The places in which stock CMI looks. */
  private static InputStream open(String name, String directory) throws IOException {
    if (directory != null && new File(directory, name).isFile()) {
      return Files.newInputStream(new File(directory, name).toPath());
    }
    URL url = ClassLoader.getSystemClassLoader().getResource(name);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (url == null && context != null) {
      url = context.getResource(name);
    }
    return url == null ? null : url.openStream();
  }

  HaSettings ha() {
    return ha;
  }

  String group() {
    return ha.get(HaSetting.GROUP);
  }

  boolean expectsCompany() {
    return !ha.get(HaSetting.PEERS).isBlank() || !ha.get(HaSetting.PEERS_DNS).isBlank();
  }

  /** Members to ask, {@code host:port} each; empty when none are configured. */
  List<String> peers() {
    return Arrays.stream(ha.get(HaSetting.PEERS).split(",", -1))
        .map(String::strip)
        .filter(peer -> !peer.isEmpty())
        .toList();
  }

  /** Name of this member in the log. */
  String memberName() {
    return ha.get(HaSetting.BIND_ADDRESS) + ":" + ha.get(HaSetting.BIND_PORT);
  }

  Map<String, String> engineProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(ProtocolProvider.BIND_ADDRESS, ha.get(HaSetting.BIND_ADDRESS));
    properties.put(ProtocolProvider.BIND_PORT, ha.get(HaSetting.BIND_PORT));
    properties.put(ProtocolProvider.MEMBER_NAME, memberName());
    putIfSet(properties, ProtocolProvider.PEERS, HaSetting.PEERS);
    putIfSet(properties, StackSettings.PEERS_DNS, HaSetting.PEERS_DNS);
    putIfSet(properties, ProtocolProvider.STACK, HaSetting.STACK);
    return properties;
  }

  private void putIfSet(Map<String, String> properties, String key, HaSetting setting) {
    if (!ha.get(setting).isBlank()) {
      properties.put(key, ha.get(setting));
    }
  }
}
