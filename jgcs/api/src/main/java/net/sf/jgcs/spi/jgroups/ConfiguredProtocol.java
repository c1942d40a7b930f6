package net.sf.jgcs.spi.jgroups;

import java.util.Locale;
import java.util.Map;

/**
 * Protocol of a stack as its file has it.
 *
 * @param name as it is written, with a package or without
 * @param properties attributes as they are written, placeholders included
 */
public record ConfiguredProtocol(String name, Map<String, String> properties) {
  /** Creates one; the properties are copied. */
  public ConfiguredProtocol {
    properties = Map.copyOf(properties);
  }

  /** Name in upper case, without a package. */
  String simpleName() {
    return simpleName(name);
  }

  static String simpleName(String protocol) {
    return protocol.substring(protocol.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
  }
}
