package org.g2cl.cmi.jonas;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
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
  private static final String JGROUPS_4 = "jgroups4";
  private static final int HIGHEST_PORT = 65_535;

  private static final String IN_ONE_JVM = "local";

  /** With another value of one of these, the membership would be another, or keep less. */
  private static final List<HaSetting> OF_MEMBERSHIP =
      List.of(
          HaSetting.GROUP,
          HaSetting.ENGINE,
          HaSetting.BIND_ADDRESS,
          HaSetting.BIND_PORT,
          HaSetting.PEERS,
          HaSetting.STACK,
          HaSetting.MODE,
          HaSetting.BACKUPS,
          HaSetting.MINIMUM_COPIES);

  private final HaSettings ha;
  private final SettingSources sources;
  private final ProtocolProvider engine;

  private GroupSettings(HaSettings ha, SettingSources sources, ProtocolProvider engine) {
    this.ha = ha;
    this.sources = sources;
    this.engine = engine;
  }

  /**
   * Settings given by the element of {@code cmi-config.xml}.
   *
   * @throws JonasConfigurationException when one is wrong
   */
  static GroupSettings of(Config config) {
    SettingSources sources = new SettingSources();
    sources.putSystem();
    sources.putOver(HaSetting.GROUP, config.getGroupName(), "groupName");
    sources.putOver(HaSetting.ENGINE, config.getEngine(), "engine");
    sources.putOver(HaSetting.BIND_ADDRESS, config.getBindAddress(), "bindAddress");
    sources.putOver(HaSetting.BIND_PORT, config.getBindPort(), "bindPort");
    sources.putOver(HaSetting.PEERS, config.getPeers(), "peers");
    sources.putOver(HaSetting.STACK, config.getStack(), "stack");
    sources.putOver(HaSetting.MODE, config.getMode(), "mode");
    sources.putOver(HaSetting.BACKUPS, config.getBackups(), "backups");
    sources.putOver(HaSetting.MINIMUM_COPIES, config.getMinimumCopies(), "minimumCopies");
    return of(
        sources,
        new StackFile("confFileName", config.getConfFileName(), config.getConfDir()),
        config.getRecoTimeout());
  }

  /**
   * Settings as stock's replication manager is given them.
   *
   * @throws JonasConfigurationException when one is wrong
   */
  static GroupSettings of(String group, String stackFile, long reconnectionMillis) {
    SettingSources sources = new SettingSources();
    sources.putSystem();
    sources.putOver(HaSetting.GROUP, group, "jonas.service.ha.jgroups.groupname");
    return of(
        sources,
        new StackFile(
            "jonas.service.ha.jgroups.conf", stackFile, System.getProperty("cmi.conf.dir")),
        reconnectionMillis);
  }

  private static GroupSettings of(SettingSources sources, StackFile stack, long joinMillis) {
    if (!sources.isGiven(HaSetting.ENGINE)) {
      sources.put(HaSetting.ENGINE, engineThatIsThere(), HaSetting.ENGINE.key());
    }
    ProtocolProvider engine = engine(sources);
    if (!hasMembersForPeers(engine)) {
      refuseWithoutName(sources);
    }
    if (stack.isNamed()) {
      if (!hasMembersForPeers(engine)) {
        LOG.info("{} is not read: the engine is not JGroups", stack);
      } else if (sources.isGiven(HaSetting.PEERS)) {
        LOG.info("{} is not read: peers are given by themselves", stack);
      } else {
        stack.takeOver(sources);
      }
    }
    if (joinMillis > 0 && !sources.isGiven(HaSetting.JOIN_TIMEOUT)) {
      Duration least = Duration.parse(HaSetting.JOIN_TIMEOUT.defaultValue());
      Duration asked = Duration.ofMillis(joinMillis);
      sources.put(
          HaSetting.JOIN_TIMEOUT,
          (asked.compareTo(least) < 0 ? least : asked).toString(),
          "recoTimeout");
    }
    var unused = ClassAllowList.fromSystem(); // to be refused before a group is joined
    GroupSettings settings = new GroupSettings(sources.build(), sources, engine);
    settings.peers().forEach(settings::check);
    return settings;
  }

  /** JGroups' members ask each other; of Spread the peers are daemons. */
  private static boolean hasMembersForPeers(ProtocolProvider engine) {
    return engine.listens() || engine.name().equals(IN_ONE_JVM);
  }

  /** Refuses one that is not there as the contract does, but none can be added to our jar. */
  private static ProtocolProvider engine(SettingSources sources) {
    String engine = sources.value(HaSetting.ENGINE).orElseThrow();
    try {
      return Protocols.provider(engine);
    } catch (GroupException e) {
      TreeSet<String> there = new TreeSet<>();
      ServiceLoader.load(ProtocolProvider.class, GroupSettings.class.getClassLoader())
          .forEach(provider -> there.add(provider.name()));
      throw new JonasConfigurationException(
          "%s is '%s', and there is no such engine here; write one of %s, or leave it out"
              .formatted(sources.name(HaSetting.ENGINE), engine, there),
          e);
    }
  }

  /** Nobody connects to the port then, so two servers could have one name and not notice. */
  private static void refuseWithoutName(SettingSources sources) {
    if (!sources.isGiven(HaSetting.BIND_ADDRESS) && !sources.isGiven(HaSetting.BIND_PORT)) {
      throw new JonasConfigurationException(
          "%s is '%s', and neither bindAddress nor bindPort is given: together they name this server in the group, so give each server others (the port is not opened)"
              .formatted(
                  sources.name(HaSetting.ENGINE), sources.value(HaSetting.ENGINE).orElse("")));
    }
  }

  /** The jar for Java 8 servers brings JGroups 4.2; others may have 5.5 on the class path. */
  private static String engineThatIsThere() {
    try {
      return Protocols.provider(JGROUPS_4).name();
    } catch (GroupException e) {
      return HaSetting.ENGINE.defaultValue();
    }
  }

  /** A host that is not known now would not be asked later either: addresses are held. */
  private void check(String peer) {
    int colon = peer.lastIndexOf(':');
    if (colon < 1 || !isPort(peer.substring(colon + 1))) {
      throw wrongPeer("'%s' must be host:port, for instance 10.0.0.2:7800".formatted(peer), null);
    }
    String host = peer.substring(0, colon);
    try {
      InetAddress resolved = InetAddress.getByName(host);
      LOG.debug("{}: peer {} is at {}", memberName(), peer, resolved);
    } catch (UnknownHostException e) {
      throw wrongPeer(
          "the host '%s' is not known here; correct its name, give its address, or make it known by DNS or /etc/hosts"
              .formatted(host),
          e);
    }
  }

  private static boolean isPort(String text) {
    return text.matches("[0-9]{1,5}")
        && Integer.parseInt(text) > 0
        && Integer.parseInt(text) <= HIGHEST_PORT;
  }

  private JonasConfigurationException wrongPeer(String rule, Exception cause) {
    return new JonasConfigurationException(
        "%s is '%s'; %s".formatted(peersName(), ha.get(HaSetting.PEERS), rule), cause);
  }

  /** Name under which the members to ask were given. */
  String peersName() {
    return sources.name(HaSetting.PEERS);
  }

  /** What others give otherwise, in words; empty when all that they give is as it is here. */
  String contradictedBy(GroupSettings other) {
    List<String> told = new ArrayList<>();
    for (HaSetting setting : OF_MEMBERSHIP) {
      String here = ha.get(setting);
      String there = other.ha.get(setting);
      if (other.sources.isGiven(setting) && !here.equals(there)) {
        told.add("%s '%s', where '%s' counts".formatted(other.sources.name(setting), there, here));
      }
    }
    return String.join("; ", told);
  }

  /** A message of the layers below, with the names that settings have here. */
  String inTheirNames(String message) {
    return sources.inTheirNames(message);
  }

  HaSettings ha() {
    return ha;
  }

  String group() {
    return ha.get(HaSetting.GROUP);
  }

  /** Whether members other than this one are configured. */
  boolean hasOthersToAsk() {
    return !ha.get(HaSetting.PEERS_DNS).isBlank()
        || peers().stream().anyMatch(peer -> !peer.equals(memberName()));
  }

  /** Whether the engine finds members by itself, by a stack of the user's or in its own way. */
  boolean findsOthersBySelf() {
    return !ha.get(HaSetting.STACK).isBlank() || !opensPort();
  }

  /** Whether the engine opens the port, so that no other server can have the same. */
  boolean opensPort() {
    return engine.listens();
  }

  /** Name under which a setting was given, or that of its property. */
  String name(HaSetting setting) {
    return sources.name(setting);
  }

  /** Whether the peers are other members, and not daemons. */
  boolean hasMembersForPeers() {
    return hasMembersForPeers(engine);
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
}
