package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Stack file of JGroups 2.x, as stock CMI is configured by: what of it we need, or why it cannot be
 * used.
 *
 * <p>Understood is a stack over {@code TCP} with {@code TCPPING}: the address and port to bind to,
 * and the members to ask. What the other protocols are set to is the engine's own matter here.
 */
final class StockStack {
  private static final Pattern MEMBER = Pattern.compile("\\s*([^\\[\\],\\s]+)\\[(\\d{1,5})\\]\\s*");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^:}]+)(?::([^}]*))?\\}");
  private static final Set<String> TIMEOUT_PROTOCOLS = Set.of("FD", "FD_ALL", "VERIFY_SUSPECT");
  private static final int MAX_BYTES = 1 << 20;

  private final Map<String, Map<String, String>> protocols;

  private StockStack(Map<String, Map<String, String>> protocols) {
    this.protocols = protocols;
  }

  /**
   * Reads a stack file.
   *
   * @param name of the file, for messages
   * @param variables gives values of {@code ${name:default}}, or null
   * @throws JonasConfigurationException when it is no stack file of JGroups 2.x, or one over
   *     protocols that we do not have; the message says what to do
   */
  static StockStack read(String name, InputStream in, Function<String, String> variables) {
    Element root = parse(name, in);
    Map<String, Map<String, String>> protocols = new LinkedHashMap<>();
    for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        protocols.put(shortName(element), attributes(element, variables));
      }
    }
    StockStack stack = new StockStack(protocols);
    stack.refuseOthers(name);
    return stack;
  }

  private static Element parse(String name, InputStream in) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      byte[] bytes = in.readNBytes(MAX_BYTES);
      return factory
          .newDocumentBuilder()
          .parse(new java.io.ByteArrayInputStream(bytes))
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
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static Map<String, String> attributes(
      Element element, Function<String, String> variables) {
    Map<String, String> values = new LinkedHashMap<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Node attribute = attributes.item(i);
      values.put(attribute.getNodeName(), substitute(attribute.getNodeValue(), variables));
    }
    return values;
  }

  private static String substitute(String text, Function<String, String> variables) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String value = variables.apply(matcher.group(1));
      String known = value != null ? value : matcher.group(2);
      matcher.appendReplacement(
          result, Matcher.quoteReplacement(known == null ? matcher.group() : known));
    }
    return matcher.appendTail(result).toString();
  }

  private void refuseOthers(String name) {
    if (protocols.isEmpty()) {
      throw refusal(name, "it has no protocols");
    }
    if (!protocols.containsKey("TCP")) {
      throw refusal(
          name,
          "its transport is %s, and members found by multicast cannot be taken over"
              .formatted(protocols.keySet().iterator().next()));
    }
    if (!protocols.containsKey("TCPPING")) {
      throw refusal(name, "it does not find members by TCPPING, so it does not say who they are");
    }
    for (String secret : List.of("ENCRYPT", "AUTH")) {
      if (protocols.containsKey(secret)) {
        throw refusal(name, "it has %s, which would be lost without a word".formatted(secret));
      }
    }
  }

  private static JonasConfigurationException refusal(String name, String reason) {
    return new JonasConfigurationException(
        "stack file '%s' cannot be used: %s. Leave confFileName out and set peers=\"host:port,host:port\" (and bindAddress, bindPort) instead"
            .formatted(name, reason));
  }

  /** Address to bind to, or empty when the file leaves it open. */
  Optional<String> bindAddress() {
    return value("TCP", "bind_addr");
  }

  /** Port to bind to, or empty when the file leaves it open. */
  Optional<String> bindPort() {
    return value("TCP", "bind_port").or(() -> value("TCP", "start_port"));
  }

  /**
   * Members to ask, {@code host:port,host:port}.
   *
   * @throws JonasConfigurationException when the list cannot be read
   */
  String peers() {
    String hosts = value("TCPPING", "initial_hosts").orElse("");
    List<String> peers = new ArrayList<>();
    for (String host : hosts.split(",", -1)) {
      if (host.isBlank()) {
        continue;
      }
      Matcher matcher = MEMBER.matcher(host);
      if (!matcher.matches()) {
        throw new JonasConfigurationException(
            "TCPPING initial_hosts is '%s'; it must be host[port],host[port]".formatted(hosts));
      }
      peers.add(matcher.group(1) + ":" + matcher.group(2));
    }
    return String.join(",", peers);
  }

  /** Protocols whose time-outs are not taken over, for the log. */
  List<String> leftOut() {
    return protocols.keySet().stream().filter(TIMEOUT_PROTOCOLS::contains).toList();
  }

  private Optional<String> value(String protocol, String attribute) {
    return Optional.ofNullable(protocols.getOrDefault(protocol, Map.of()).get(attribute));
  }
}
