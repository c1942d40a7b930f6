package org.g2cl.jgcs.jgroups;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.jgroups.ConfiguredProtocol;
import net.sf.jgcs.spi.jgroups.StackErrors;
import net.sf.jgcs.spi.jgroups.StackRules;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.jgroups.JChannel;
import org.jgroups.Version;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stack of protocols as configured, with the settings of the binding written into it. */
final class Stack {
  private static final Logger LOG = LoggerFactory.getLogger(Stack.class);

  /** Attribute of the transport; the other line of JGroups has another name for it. */
  private static final String DIAGNOSTICS = "diag.enabled";

  /** Protocols that read a packet before they have checked it, and those in their place. */
  private static final Map<String, Class<? extends Protocol>> CHECKED =
      Map.of(
          "TCP", CheckedTcp.class,
          "TCP_NIO2", CheckedTcpNio2.class,
          "UDP", CheckedUdp.class,
          "FD_SOCK", WatchfulFdSock.class,
          "FD_SOCK2", WatchfulFdSock2.class,
          "SEQUENCER", PromptSequencer.class);

  private static final String PACKAGE_OF_PROTOCOLS = "org.jgroups.protocols.";

  private final StackSettings settings;
  private final ProtocolStackConfigurator configurator;
  private final StackRules rules;
  private final StackErrors errors;

  private Stack(
      StackSettings settings,
      ProtocolStackConfigurator configurator,
      StackRules rules,
      StackErrors errors) {
    this.settings = settings;
    this.configurator = configurator;
    this.rules = rules;
    this.errors = errors;
  }

  static Stack load(StackSettings settings) throws GroupException {
    StackErrors errors = new StackErrors(settings);
    ProtocolStackConfigurator read = read(settings, errors);
    List<ConfiguredProtocol> protocols =
        read.getProtocolStack().stream()
            .map(one -> new ConfiguredProtocol(one.getProtocolName(), one.getProperties()))
            .toList();
    StackRules rules = new StackRules(settings, DIAGNOSTICS, protocols, Util::substituteVariable);
    return new Stack(settings, read, rules, errors);
  }

  private static ProtocolStackConfigurator read(StackSettings settings, StackErrors errors)
      throws GroupException {
    byte[] content = null;
    try (InputStream xml = open(settings)) {
      if (xml == null) {
        throw errors.notFound();
      }
      content = xml.readAllBytes();
      ProtocolStackConfigurator read =
          ConfiguratorFactory.getStackConfigurator(new ByteArrayInputStream(content));
      if (read.getProtocolStack().isEmpty()) {
        throw new IOException("it has no protocol");
      }
      return read;
    } catch (GroupException e) {
      throw e;
    } catch (Exception e) { // declared so by JGroups
      throw errors.unreadable(content, e);
    }
  }

  private static InputStream open(StackSettings settings) throws IOException {
    String shipped = settings.shippedStack();
    return shipped == null
        ? ConfiguratorFactory.getConfigStream(settings.member().stack())
        : Stack.class.getResourceAsStream(shipped);
  }

  boolean hasSequencer() {
    return rules.hasSequencer();
  }

  boolean needsPort() {
    return rules.needsPort();
  }

  /** Logs what the file has and does not get, and that it lacks total order. */
  void log() {
    rules.unusedAddress().ifPresent(LOG::warn);
    if (!hasSequencer()) {
      LOG.info("stack '{}' has no SEQUENCER, so total order is refused", settings.stackName());
    }
  }

  /**
   * Hosts and ports that are asked for the group, but for this member's own.
   *
   * @param chosen port of this member, or 0 for the one of the stack
   */
  List<String> peers(int chosen) {
    return rules.peers(rules.port(chosen));
  }

  /**
   * Creates a channel that is not connected.
   *
   * @param chosen port, or 0 for the one of the stack
   */
  JChannel channel(int chosen) throws Exception {
    ProtocolStackConfigurator written = with(chosen);
    try {
      return new JChannel(written);
    } catch (Exception e) {
      throw errors.unusable(Version.printVersion(), e);
    }
  }

  /** Failure to connect such a channel, with the stack's name where it is the reason. */
  Exception notConnected(int chosen, Exception failure) {
    return chosen > 0 ? failure : errors.notConnected(rules.port(chosen), failure);
  }

  /** Writes the settings into the protocols that have them. */
  ProtocolStackConfigurator with(int chosen) {
    int port = rules.port(chosen);
    List<ProtocolConfiguration> protocols = configurator.getProtocolStack();
    protocols.removeIf(protocol -> isLeftOut(protocol.getProtocolName()));
    protocols.replaceAll(protocol -> checked(replaced(protocol, port)));
    return configurator;
  }

  private static boolean isLeftOut(String protocol) {
    boolean isLeftOut = StackRules.isLeftOut(protocol);
    if (isLeftOut) {
      LOG.warn(
          "protocol {} of the stack is left out: it makes objects of classes that any packet names, and no group needs it",
          protocol);
    }
    return isLeftOut;
  }

  private ProtocolConfiguration replaced(ProtocolConfiguration protocol, int port) {
    String name = rules.protocol(protocol.getProtocolName());
    if (name.equals(protocol.getProtocolName())) {
      rules.write(name, protocol.getProperties(), port);
      return protocol;
    }
    Map<String, String> properties = new HashMap<>();
    rules.write(name, properties, port);
    return new ProtocolConfiguration(name, properties);
  }

  private static ProtocolConfiguration checked(ProtocolConfiguration protocol) {
    String name = protocol.getProtocolName();
    Class<?> checked =
        CHECKED.get(
            name.startsWith(PACKAGE_OF_PROTOCOLS)
                ? name.substring(PACKAGE_OF_PROTOCOLS.length())
                : name);
    return checked == null
        ? protocol
        : new ProtocolConfiguration(checked.getName(), protocol.getProperties());
  }
}
