package org.g2cl.cmi.jonas;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.ow2.cmi.reference.ServerRef;

/**
 * The servers, their load factors and the black list. What is set for a server goes when it goes,
 * and its load factor comes back with it. Thread-safe.
 */
final class ServerFacts implements AutoCloseable {
  private static final String SERVERS = "cmi/server/";
  private static final String LOAD_FACTOR = "load-factor/";
  private static final String BLACK_LIST = "black-list/";

  /** Load factor of a server for which none was set, below those that are. */
  private static final int NOT_SET = -1;

  private final Registry registry;
  private final OwnEntries entries;
  private final SharedFacts facts;

  /** Load factors of this member's own servers. */
  private final Map<String, Integer> own = new ConcurrentHashMap<>();

  private final Registration cleaning;

  ServerFacts(Registry registry, OwnEntries entries, SharedFacts facts) {
    this.registry = registry;
    this.entries = entries;
    this.facts = facts;
    this.cleaning = registry.addListener(new Cleaner());
  }

  /** Part of a name that stands for a server. */
  static String part(ServerRef server) {
    return ObjectPath.encode(server.getInetAddress().getHostAddress() + "_" + server.getPort());
  }

  /** Says that this is a server of this member. */
  void announce(ServerRef server) {
    own.put(part(server), NOT_SET);
    entries.write(SERVERS + part(server), server.getProviderURL());
  }

  Optional<Integer> loadFactor(ServerRef server) {
    return facts.number(LOAD_FACTOR + part(server));
  }

  void setLoadFactor(ServerRef server, int factor) {
    own.computeIfPresent(part(server), (name, before) -> factor);
    facts.setNumber(LOAD_FACTOR + part(server), factor);
  }

  boolean isBlackListed(ServerRef server) {
    return facts.get(BLACK_LIST + part(server)).isPresent();
  }

  void setBlackListed(ServerRef server, boolean listed) {
    facts.setMark(BLACK_LIST + part(server), listed);
  }

  @Override
  public void close() {
    cleaning.close();
  }

  /** Forgets the configuration of servers that are gone, as stock CMI does; all members try. */
  private final class Cleaner implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      String server = serverOfLoadFactor(entry);
      if (server != null && entry.bytes().length > 0) { // set by another server perhaps
        own.computeIfPresent(server, (name, before) -> SharedFacts.number(entry.bytes()));
      }
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      entryAdded(now);
      String server = serverOfLoadFactor(now);
      if (server != null && now.bytes().length == 0) {
        ownWasForgotten(server);
      }
    }

    /** Server whose load factor an entry is, or null when it is something else. */
    private String serverOfLoadFactor(RegistryEntry entry) {
      return facts
          .nameOf(entry)
          .filter(fact -> fact.startsWith(LOAD_FACTOR))
          .map(fact -> fact.substring(LOAD_FACTOR.length()))
          .orElse(null);
    }

    /** The others took this server for gone, and are back. */
    private void ownWasForgotten(String server) {
      Integer factor = own.get(server);
      if (factor != null && factor >= 0) {
        facts.setNumber(LOAD_FACTOR + server, factor);
      }
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      if (!entry.name().startsWith(SERVERS)) {
        return;
      }
      String server = entry.name().substring(SERVERS.length());
      if (own.containsKey(server) || !registry.isReady()) {
        return; // this member is the one that is out of the group, or comes back to it
      }
      facts.remove(LOAD_FACTOR + server);
      facts.remove(BLACK_LIST + server);
    }
  }
}
