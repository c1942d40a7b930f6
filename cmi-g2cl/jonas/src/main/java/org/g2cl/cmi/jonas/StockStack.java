package org.g2cl.cmi.jonas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.g2cl.cmi.core.NearestName;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Stack file of JGroups 2.x, as stock CMI is configured by: what of it we need, or why it cannot be
 * used.
 *
 * <p>Understood is a stack over {@code TCP} with {@code TCPPING}: the address and port to bind to,
 * and the members to ask, also where JGroups' system properties give them in place of the file.
 * What else the protocols that we know are set to is the engine's own matter here; a protocol that
 * we do not know is refused, for what it does would be lost without a word. Which properties win,
 * and what has no default, was tried on JGroups 2.12.1.3.
 */
final class StockStack {
  private static final Pattern MEMBER = Pattern.compile("\\s*([^\\[\\],\\s]+)\\[(\\d{1,5})\\]\\s*");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^:}]+)(?::([^}]*))?\\}");
  private static final String VARIABLE_BEGIN = "${";
  private static final String ROOT = "config";

  /** Not one text with what follows: those are relocated, for our JGroups to have its own. */
  private static final String PROPERTY = "jgroups".concat(".");

  private static final String PACKAGE = "org.".concat(PROPERTY).concat("protocols.");

  /** In which JGroups has its protocols; others' may have the same simple names. */
  private static final List<String> PACKAGES = List.of(PACKAGE + "pbcast.", PACKAGE, "pbcast.");

  private static final String MEMBERS = "TCPPING";
  private static final String BIND_ADDRESS = "bind_addr";
  private static final String BIND_PORT = "bind_port";
  private static final String INITIAL_HOSTS = "initial_hosts";
  private static final Set<String> TRANSPORTS = Set.of("TCP", "TCP_NIO");
  private static final Set<String> TIMEOUT_PROTOCOLS = Set.of("FD", "FD_ALL", "VERIFY_SUSPECT");

  /** Kinds of addresses, of which JGroups takes one that this machine has. */
  private static final Set<String> KINDS_OF_ADDRESS =
      Set.of("GLOBAL", "SITE_LOCAL", "LINK_LOCAL", "NON_LOOPBACK");

  /** What our engine has in its own stack, or does without. */
  private static final Set<String> KNOWN =
      Set.of(
          "TCP",
          "TCP_NIO",
          "TCPPING",
          "MERGE2",
          "MERGE3",
          "FD",
          "FD_ALL",
          "FD_SOCK",
          "FD_PING",
          "FD_ICMP",
          "FD_SIMPLE",
          "VERIFY_SUSPECT",
          "BARRIER",
          "NAKACK",
          "UNICAST",
          "UNICAST2",
          "STABLE",
          "VIEW_SYNC",
          "GMS",
          "FLUSH",
          "SEQUENCER",
          "HTOTAL",
          "FC",
          "SFC",
          "UFC",
          "MFC",
          "FRAG",
          "FRAG2",
          "STATE_TRANSFER",
          "STREAMING_STATE_TRANSFER",
          "STATS",
          "TRACE");

  private static final Set<String> PROTECTING =
      Set.of("AUTH", "ENCRYPT", "SASL", "SYM_ENCRYPT", "ASYM_ENCRYPT", "SSL_KEY_EXCHANGE");

  private static final int MAX_BYTES = 1 << 20;

  private final String name;
  private final Map<String, Map<String, String>> protocols;
  private final UnaryOperator<String> properties;

  private StockStack(
      String name, Map<String, Map<String, String>> protocols, UnaryOperator<String> properties) {
    this.name = name;
    this.protocols = protocols;
    this.properties = properties;
  }

  /**
   * Reads a stack file.
   *
   * @param name of the file, for messages
   * @param properties gives values of system properties, or null
   * @throws JonasConfigurationException when it is no stack file of JGroups 2.x, or one with
   *     protocols that we do not have; the message says what to do
   */
  static StockStack read(String name, InputStream in, UnaryOperator<String> properties) {
    Element root = parse(name, in);
    Map<String, Map<String, String>> protocols = new LinkedHashMap<>();
    for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element
          && protocols.put(shortName(element), attributes(element, properties)) != null) {
        throw twice(name, shortName(element));
      }
    }
    StockStack stack = new StockStack(name, protocols, properties);
    stack.refuseOthers(root.getTagName());
    return stack;
  }

  /** Each may have settings of its own. */
  private static JonasConfigurationException twice(String name, String protocol) {
    return new JonasConfigurationException(
        "stack file '%s' cannot be used: it has %s twice, and what one of them says would be lost without a word. Make one of them"
            .formatted(name, protocol));
  }

  private static Element parse(String name, InputStream in) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      // JvmDowngrader 1.3.3 gives null at the end of a stream
      byte[] bytes = Objects.requireNonNullElse(in.readNBytes(MAX_BYTES), new byte[0]);
      return factory
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(bytes))
          .getDocumentElement();
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new JonasConfigurationException(
          "stack file '%s' cannot be read as XML: %s; give confFileName a stack file of JGroups 2.x over TCP and TCPPING, or leave it out and set peers"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private static String shortName(Element element) {
    String name = element.getTagName();
    for (String prefix : PACKAGES) {
      if (name.startsWith(prefix)) {
        return name.substring(prefix.length());
      }
    }
    return name;
  }

  private static Map<String, String> attributes(Element element, UnaryOperator<String> properties) {
    Map<String, String> values = new LinkedHashMap<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Node attribute = attributes.item(i);
      values.put(attribute.getNodeName(), substitute(attribute.getNodeValue(), properties));
    }
    return values;
  }

  /** Fills in {@code ${name,other:default}}; what has neither value nor default stays. */
  private static String substitute(String text, UnaryOperator<String> properties) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String known = matcher.group(2);
      for (String name : matcher.group(1).split(",", -1)) {
        String value = properties.apply(name.strip());
        if (value != null) {
          known = value;
          break;
        }
      }
      matcher.appendReplacement(
          result, Matcher.quoteReplacement(known == null ? matcher.group() : known));
    }
    return matcher.appendTail(result).toString();
  }

  private void refuseOthers(String root) {
    if (!root.equals(ROOT)) {
      throw refusal(
          "its root element is <%s>, so it is no stack file of JGroups 2.x, whose root is <config>"
              .formatted(root));
    }
    if (protocols.isEmpty()) {
      throw refusal("it has no protocols");
    }
    if (!TRANSPORTS.contains(transport())) {
      throw refusal(wrongTransport(transport()));
    }
    if (!protocols.containsKey(MEMBERS)) {
      throw refusal("it does not find members by TCPPING, so it does not say who they are");
    }
    protocols.keySet().forEach(this::refuseWhatWouldBeLost);
  }

  /** The lowest protocol, which JGroups has first in the file. */
  private String transport() {
    return protocols.keySet().iterator().next();
  }

  private static String wrongTransport(String transport) {
    return switch (transport) {
      case "UDP" -> "its transport is UDP, and members found by multicast cannot be taken over";
      case "TUNNEL" ->
          "its transport is TUNNEL, and a router that members reach each other by has no"
              + " counterpart here";
      default ->
          KNOWN.contains(transport)
              ? "its first protocol is %s, and the transport, TCP, has to be the first"
                  .formatted(transport)
              : "its transport is %s, and only TCP and TCP_NIO are understood".formatted(transport);
    };
  }

  private void refuseWhatWouldBeLost(String protocol) {
    if (PROTECTING.contains(protocol)) {
      throw new JonasConfigurationException(
          "stack file '%s' cannot be used: it has %s, whose protection would be lost without a word. Take %s out of the file and set g2cl.secret-file on all servers, to a file with the same secret: who lacks it stays out, and all is encrypted"
              .formatted(name, protocol, protocol));
    }
    if (!KNOWN.contains(protocol)) {
      throw new JonasConfigurationException(
          "stack file '%s' cannot be used: it has the protocol '%s', which has no counterpart here, so that what it does would be lost without a word. Take it out of the file, or correct its name%s"
              .formatted(name, protocol, meant(protocol)));
    }
  }

  private static String meant(String protocol) {
    String nearest = NearestName.of(protocol, KNOWN);
    return NearestName.distance(protocol, nearest) <= 2 ? ", if it is " + nearest : "";
  }

  private JonasConfigurationException refusal(String reason) {
    return new JonasConfigurationException(
        "stack file '%s' cannot be used: %s. Leave confFileName out and set peers=\"host:port,host:port\" (and bindAddress, bindPort) instead"
            .formatted(name, reason));
  }

  /**
   * Address to bind to; by the system property {@code jgroups.bind_addr}, or of old {@code
   * bind.address}, where one is set and JGroups is not told to ignore it.
   *
   * @throws JonasConfigurationException when none is named
   */
  String bindAddress() {
    boolean ignored =
        Boolean.parseBoolean(properties.apply(PROPERTY.concat("ignore.bind_addr")))
            || Boolean.parseBoolean(properties.apply("ignore.bind.address"));
    String given = ignored ? null : firstSet(PROPERTY.concat("bind_addr"), "bind.address");
    String address = given != null ? given : attribute(transport(), BIND_ADDRESS, "bindAddress");
    if (KINDS_OF_ADDRESS.contains(address)) {
      throw missing(
          transport(),
          BIND_ADDRESS,
          "is %s, which is a kind of address".formatted(address),
          "bindAddress");
    }
    return address;
  }

  /**
   * Port to bind to.
   *
   * @throws JonasConfigurationException when none is named; JGroups 2.12 does not start then either
   */
  String bindPort() {
    return attribute(transport(), BIND_PORT, "bindPort");
  }

  /**
   * Members to ask, {@code host:port,host:port}; by the system property {@code
   * jgroups.tcpping.initial_hosts} where it is set.
   *
   * @throws JonasConfigurationException when the list cannot be read, or is not there
   */
  String peers() {
    String given = firstSet(PROPERTY.concat("tcpping.initial_hosts"));
    String hosts = given != null ? given : attribute(MEMBERS, INITIAL_HOSTS, "peers");
    List<String> peers = new ArrayList<>();
    for (String host : hosts.split(",", -1)) {
      if (host.isBlank()) {
        continue;
      }
      Matcher matcher = MEMBER.matcher(host);
      if (!matcher.matches()) {
        throw new JonasConfigurationException(
            "stack file '%s': TCPPING initial_hosts is '%s'; it must be host[port],host[port]"
                .formatted(name, hosts));
      }
      peers.add(matcher.group(1) + ":" + matcher.group(2));
    }
    if (peers.isEmpty()) {
      throw missing(
          MEMBERS, INITIAL_HOSTS, "is '%s', which names nobody".formatted(hosts), "peers");
    }
    return String.join(",", peers);
  }

  private String firstSet(String... names) {
    for (String property : names) {
      String value = properties.apply(property);
      if (value != null && !value.isBlank()) {
        return value.strip();
      }
    }
    return null;
  }

  private String attribute(String protocol, String attribute, String ours) {
    String value = protocols.get(protocol).getOrDefault(attribute, "").strip();
    if (value.isEmpty()) {
      throw missing(protocol, attribute, "is not there", ours);
    }
    if (value.contains(VARIABLE_BEGIN)) {
      throw missing(
          protocol, attribute, "is '%s', a property that is not set".formatted(value), ours);
    }
    return value;
  }

  private JonasConfigurationException missing(
      String protocol, String attribute, String what, String ours) {
    return new JonasConfigurationException(
        "stack file '%s' cannot be used: %s %s %s. Give it in the file, or set %s in the element config"
            .formatted(name, protocol, attribute, what, ours));
  }

  /** Protocols whose time-outs are not taken over, for the log. */
  List<String> leftOut() {
    return protocols.keySet().stream().filter(TIMEOUT_PROTOCOLS::contains).toList();
  }
}
