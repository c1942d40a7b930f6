package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jgcs.GroupException;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entries of the {@link NodeDirectory} in the registry: read of all nodes, written of this one. */
final class DirectoryEntries {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryEntries.class);
  private static final String MEMBERS = "cmi/members";
  private static final String SERVING = "cmi/serving";

  /** Of numbers of {@link AnnouncedForms}. */
  static final String FORMS = "cmi/forms";

  /** Times that an entry of this node is written until all have confirmed it. */
  private static final int WRITES = 3;

  private final Registry registry;
  private final String location;
  private final BooleanSupplier isJoined;

  DirectoryEntries(Registry registry, String location, BooleanSupplier isJoined) {
    this.registry = registry;
    this.location = location;
    this.isJoined = isJoined;
  }

  /** Locations of the members that have entered. */
  Map<SocketAddress, String> members() {
    return byOwner(MEMBERS);
  }

  /** Addresses of the nodes that serve clients, as text. */
  Map<SocketAddress, String> serving() {
    return byOwner(SERVING);
  }

  /** Addresses at which clients are served. */
  List<URI> servers() {
    return texts(SERVING).map(DirectoryEntries::text).map(URI::create).toList();
  }

  private Map<SocketAddress, String> byOwner(String prefix) {
    return texts(prefix)
        .collect(
            Collectors.toUnmodifiableMap(
                RegistryEntry::owner, DirectoryEntries::text, (a, b) -> a));
  }

  /** Entries that a node of this release makes; a later one may make others. */
  private Stream<RegistryEntry> texts(String prefix) {
    return registry.list(prefix).stream().filter(entry -> entry.value() instanceof String);
  }

  private static String text(RegistryEntry entry) {
    return (String) entry.value();
  }

  void enter() {
    write(MEMBERS, location);
  }

  void announce(URI uri) {
    write(SERVING, uri.toString());
  }

  void announceForm(int form) {
    write(FORMS, form);
  }

  void withdraw() {
    String name = SERVING + "/" + location;
    try {
      registry.unbind(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.debug("{}: registry entry '{}' goes with this node: interrupted", location, name);
    } catch (Exception e) {
      LOG.warn("{}: registry entry '{}' cannot be removed: {}", location, name, reason(e));
    }
  }

  /** A write that is not confirmed by all is made again: it says the same however often. */
  private void write(String prefix, Object value) {
    String name = prefix + "/" + location;
    for (int left = WRITES - 1; ; left--) {
      try {
        registry.rebind(name, value);
        return;
      } catch (GroupException e) {
        if (left == 0 || !isJoined.getAsBoolean()) {
          throw notWritten(name, e);
        }
        LOG.warn("{}: {}; it is written again", location, e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notWritten(name, e);
      } catch (RuntimeException e) {
        throw notWritten(name, e);
      }
    }
  }

  private HaException notWritten(String name, Exception cause) {
    return new HaException(
        "%s: registry entry '%s' cannot be written: %s".formatted(location, name, reason(cause)),
        cause);
  }

  /** Failures of the JDK's own often have no message. */
  private static String reason(Exception failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
