package org.g2cl.cmi.jonas;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.ow2.cmi.controller.server.filter.IFilter;
import org.ow2.cmi.lb.data.PolicyData;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ServerRef;

/**
 * What CMI servers share, in the registry. Thread-safe.
 *
 * <table>
 * <caption>Names</caption>
 * <tr><td>{@code cmi/ref/OBJECT/PROTOCOL/HOST_PORT}</td><td>{@link ObjectReferences}, go with their server</td></tr>
 * <tr><td>{@code cmi/server/HOST_PORT}</td><td>{@link ServerFacts}: a server; goes with it</td></tr>
 * <tr><td>{@code cmi/fact/...}</td><td>all else; {@link SharedFacts}</td></tr>
 * <tr><td>{@code cmi/name/HOST:PORT}</td><td>{@link NameInGroup}: a member; goes with it; not written
 *     here</td></tr>
 * <tr><td>{@code cmi/form/HOST:PORT}</td><td>{@link MemberForms}: a member; goes with it; not written
 *     here</td></tr>
 * </table>
 */
final class ClusterTree implements AutoCloseable {
  private static final String FACTS = "cmi/fact";
  private static final String OBJECTS = "object";
  private static final String POOLS_TO_EMPTY = "pool-to-empty/";
  private static final String DELAY = "setting/delay";

  /** Hears of changes, on a thread of the registry. */
  interface Listener {
    /** Says that an object is described, anew when there was a description before, else null. */
    void objectChanged(DistributedObjectInfo before, DistributedObjectInfo now);

    /** Says that an archive of policies is there. */
    void archiveAdded(String id, byte[] data);

    /** Says that an archive of policies is no longer there. */
    void archiveRemoved(String id);
  }

  private final Registry registry;
  private final String self;
  private final SharedFacts facts;
  private final SharedValues values;
  private final ObjectReferences references;
  private final ServerFacts servers;
  private final GlobalFilters filters;
  private final PolicyArchives archives;
  private final ClientCount clients;
  private final Registration cleaning;
  private volatile Registration following;

  ClusterTree(JonasGroup group) {
    this(group.registry(), group.self(), group::rank);
  }

  ClusterTree(Registry registry, String self, IntSupplier rank) {
    OwnEntries entries = new OwnEntries(registry, self);
    this.registry = registry;
    this.self = self;
    this.facts = new SharedFacts(registry, FACTS, self, rank);
    this.values = new SharedValues(self);
    this.references = new ObjectReferences(registry, entries, values);
    this.servers = new ServerFacts(registry, entries, facts);
    this.filters = new GlobalFilters(facts, values, self);
    this.archives = new PolicyArchives(facts);
    this.clients = new ClientCount(facts);
    this.cleaning = registry.addListener(new Cleaner());
  }

  void follow(Listener listener) {
    following = registry.addListener(new TreeChanges(facts, values, archives, self, listener));
  }

  @Override
  public void close() {
    Registration last = following;
    if (last != null) {
      last.close();
    }
    cleaning.close();
    servers.close();
    references.close();
    facts.close();
  }

  /** Keeps no values of facts that are removed. */
  private final class Cleaner implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      facts.nameOf(entry).filter(fact -> entry.bytes().length == 0).ifPresent(values::forget);
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      entryAdded(now);
    }
  }

  /** Number of values that are kept decoded. */
  int valuesKept() {
    return values.kept();
  }

  /** Number of facts and marks that are known here. */
  int factsKept() {
    return facts.kept();
  }

  // ---------------------------------------------------------------- objects

  private static String fact(String name) {
    return OBJECTS + "/" + ObjectPath.encode(name);
  }

  /** Whether a fact is the description of an object. */
  static boolean isObject(String fact) {
    return fact.startsWith(OBJECTS + "/");
  }

  Optional<DistributedObjectInfo> object(String name) {
    String fact = fact(name);
    return facts.get(fact).map(bytes -> copy((DistributedObjectInfo) values.decode(fact, bytes)));
  }

  /** With a list of filters of its own, which CMI's clone is without, but the same filters. */
  private static DistributedObjectInfo copy(DistributedObjectInfo info) {
    DistributedObjectInfo copy =
        new DistributedObjectInfo(
            info.getClusterName(),
            info.isProxyEnabled(),
            info.getObjectName(),
            info.getItfName(),
            info.getBusinessName(),
            copy(info.getPolicyData()),
            info.isStateful(),
            info.isReplicated(),
            info.getApplicationExceptionNames(),
            info.getPoolConfiguration());
    info.getFilters().forEach(copy::addFilter);
    return copy;
  }

  private static PolicyData copy(PolicyData policy) {
    try {
      return policy.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  void addObject(String name, DistributedObjectInfo info) {
    facts.setIfAbsent(fact(name), values.encode(name, info));
  }

  void setObject(String name, DistributedObjectInfo info) {
    if (facts.get(fact(name)).isPresent()) {
      facts.set(fact(name), values.encode(name, info));
    }
  }

  Set<String> objectNames() {
    Set<String> names = new HashSet<>();
    facts.children(OBJECTS).forEach(part -> names.add(ObjectPath.decode(part)));
    return names;
  }

  // ---------------------------------------------------------------- references

  void addReference(CMIReference reference) {
    references.add(reference);
  }

  /** Removes a reference; true when it was the object's last, which is then removed too. */
  boolean removeReference(CMIReference reference) {
    references.remove(reference);
    String object = reference.getObjectName();
    return references.of(object).isEmpty() && facts.remove(fact(object));
  }

  List<CMIReference> references(String object) {
    return references.of(object);
  }

  List<CMIReference> references(String object, String protocol) {
    return references.of(object, protocol);
  }

  // ---------------------------------------------------------------- servers

  /** Says that this is a server of this member. */
  void announceServer(ServerRef server) {
    servers.announce(server);
  }

  Optional<Integer> loadFactor(ServerRef server) {
    return servers.loadFactor(server);
  }

  void setLoadFactor(ServerRef server, int factor) {
    servers.setLoadFactor(server, factor);
  }

  boolean isBlackListed(ServerRef server) {
    return servers.isBlackListed(server);
  }

  void setBlackListed(ServerRef server, boolean listed) {
    servers.setBlackListed(server, listed);
  }

  // ---------------------------------------------------------------- the rest

  void initDelay(int delay) {
    facts.setNumberIfAbsent(DELAY, delay);
  }

  Optional<Integer> delay() {
    return facts.number(DELAY);
  }

  void setDelay(int delay) {
    facts.setNumber(DELAY, delay);
  }

  boolean isPoolToEmpty(String object) {
    return facts.get(POOLS_TO_EMPTY + ObjectPath.encode(object)).isPresent();
  }

  void setPoolToEmpty(String object, boolean empty) {
    facts.setMark(POOLS_TO_EMPTY + ObjectPath.encode(object), empty);
  }

  /** Clients told of since the cluster started, whichever server they told. */
  int clients() {
    return clients.sum();
  }

  void addClient(UUID client) {
    clients.add(client);
  }

  /** Filters that this server can read. */
  List<IFilter> filters() {
    return filters.all();
  }

  void addFilter(IFilter filter) {
    filters.add(filter);
  }

  void removeFilter(IFilter filter) {
    filters.remove(filter);
  }

  void addArchive(String id, byte[] data) {
    archives.add(id, data);
  }

  boolean hasArchive(String id) {
    return archives.has(id);
  }

  void removeArchive(String id) {
    archives.remove(id);
  }
}
