package org.g2cl.bench.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.jgcs.jgroups.JGroupsProtocolProvider;

/**
 * File with a stack of JGroups that all systems of a measurement get alike: the binding's own, with
 * what the measurement changes written into it.
 */
public final class StackFile {
  /** Lowest multicast port; groups on one port would see, and drop, each other's messages. */
  private static final int FIRST_MULTICAST_PORT = 45_600;

  /** Members of one machine find each other soon, and the first waits this long for nobody. */
  private static final String JOIN_TIMEOUT = "join_timeout=\"500ms\"";

  private static final Pattern TRANSPORT =
      Pattern.compile("(<(?:\\w+\\.)*(?:TCP|ReconnectingTcp|UDP)\\b)");

  private String text;

  private StackFile(String text) {
    this.text = text;
  }

  /**
   * Stack that the binding ships for a transport.
   *
   * @param transport {@code tcp} or {@code udp}
   */
  public static StackFile of(String transport) {
    String file = transport.toLowerCase(Locale.ROOT) + ".xml";
    try (InputStream stack = JGroupsProtocolProvider.class.getResourceAsStream(file)) {
      if (stack == null) {
        throw new BenchException("there is no stack '" + transport + "': tcp and udp are known");
      }
      String text = new String(stack.readAllBytes(), StandardCharsets.UTF_8);
      return new StackFile(text.replaceAll("join_timeout=\"[^\"]*\"", JOIN_TIMEOUT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the transport, the first protocol of the stack, another value of an attribute. */
  public StackFile transport(String attribute, String value) {
    String own = " " + attribute + "=\"" + value + "\"";
    String without = text.replaceAll("\\s" + Pattern.quote(attribute) + "=\"[^\"]*\"", "");
    text = TRANSPORT.matcher(without).replaceFirst("$1" + Matcher.quoteReplacement(own));
    return this;
  }

  /** Gives the transport the multicast port of this number; TCP has none. */
  public StackFile multicastPort(int number) {
    return text.contains("mcast_port")
        ? transport("mcast_port", Integer.toString(FIRST_MULTICAST_PORT + number))
        : this;
  }

  /** Replaces the class of the transport. */
  public StackFile transport(Class<?> type) {
    text = TRANSPORT.matcher(text).replaceFirst("<" + type.getName());
    return this;
  }

  /** Writes the file into a folder, which is made when missing. */
  public Path write(Path folder, String name) {
    try {
      Files.createDirectories(folder);
      return Files.writeString(folder.resolve(name + ".xml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
