package org.g2cl.cmi.jonas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import net.sf.jgcs.GroupException;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.ow2.cmi.controller.server.filter.IFilter;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ServerRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What CMI servers share, in the registry.
 *
 * <table>
 * <caption>Names</caption>
 * <tr><td>{@code cmi/ref/OBJECT/PROTOCOL/HOST_PORT}</td><td>reference; goes with its server</td></tr>
 * <tr><td>{@code cmi/server/HOST_PORT}</td><td>a server; goes with it</td></tr>
 * <tr><td>{@code cmi/fact/...}</td><td>all else; {@link SharedFacts}</td></tr>
 * </table>
 */
final class ClusterTree implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterTree.class);
  private static final String REFERENCES = "cmi/ref/";
  private static final String SERVERS = "cmi/server/";
  private static final String FACTS = "cmi/fact";
  private static final String OBJECTS = "object";
  private static final String ARCHIVES = "archive";
  private static final String ARCHIVE_PARTS = "archive-part";
  private static final String LOAD_FACTOR = "load-factor";
  private static final String BLACK_LIST = "black-list";
  private static final String POOLS_TO_EMPTY = "pool-to-empty";
  private static final String FILTERS = "filter";
  private static final String CLIENTS = "clients";
  private static final String DELAY = "setting/delay";
  private static final byte[] MARK = {1};
  private static final int PART_BYTES = 512 * 1024;
  private static final int MAX_ARCHIVE_BYTES = 64 << 20;
  private static final int CLIENTS_KNOWN = 10_000;
  private static final int PARTS_TOLD = 10;

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
  private final ValueCodec codec = new ValueCodec(AllowedClasses.fromSystem());
  private final Map<String, Decoded> decoded = new ConcurrentHashMap<>();
  private final String clientsHere = CLIENTS + "/" + UUID.randomUUID();
  private final Set<String> filtersTold = ConcurrentHashMap.newKeySet();
  private final Set<UUID> clientsKnown = new HashSet<>();
  private int clientsCounted;
  private final Map<String, Integer> ownLoadFactors = new ConcurrentHashMap<>();
  private final Registration cleaning;
  private volatile Registration following;

  /** Value of a name, kept as long as its bytes are the same. */
  @SuppressWarnings("ArrayRecordComponent") // never changed, compared by content
  private record Decoded(byte[] bytes, Object value) {}

  ClusterTree(JonasGroup group) {
    this(group.registry(), group.self(), group::rank);
  }

  ClusterTree(Registry registry, String self, IntSupplier rank) {
    this.registry = registry;
    this.self = self;
    this.facts = new SharedFacts(registry, FACTS, self, rank);
    this.cleaning = registry.addListener(new Cleaner());
  }

  void follow(Listener listener) {
    following = registry.addListener(new Follower(listener));
  }

  @Override
  public void close() {
    Registration last = following;
    if (last != null) {
      last.close();
    }
    cleaning.close();
    facts.close();
  }

  // ---------------------------------------------------------------- objects

  Optional<DistributedObjectInfo> object(String name) {
    String fact = OBJECTS + "/" + ObjectPath.encode(name);
    return facts.get(fact).map(bytes -> copy((DistributedObjectInfo) decode(fact, bytes)));
  }

  private static DistributedObjectInfo copy(DistributedObjectInfo info) {
    try {
      return info.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  void addObject(String name, DistributedObjectInfo info) {
    facts.setIfAbsent(OBJECTS + "/" + ObjectPath.encode(name), encode(name, info));
  }

  void setObject(String name, DistributedObjectInfo info) {
    String fact = OBJECTS + "/" + ObjectPath.encode(name);
    if (facts.get(fact).isPresent()) {
      facts.set(fact, encode(name, info));
    }
  }

  Set<String> objectNames() {
    Set<String> names = new HashSet<>();
    facts.children(OBJECTS).forEach(part -> names.add(ObjectPath.decode(part)));
    return names;
  }

  // ---------------------------------------------------------------- references

  private static String server(ServerRef server) {
    return ObjectPath.encode(server.getInetAddress().getHostAddress() + "_" + server.getPort());
  }

  private static String name(CMIReference reference) {
    return REFERENCES
        + ObjectPath.encode(reference.getObjectName())
        + "/"
        + ObjectPath.encode(reference.getServerRef().getProtocol())
        + "/"
        + server(reference.getServerRef());
  }

  void addReference(CMIReference reference) {
    write(name(reference), encode(reference.getObjectName(), reference));
  }

  /** Removes a reference; true when it was the object's last, which is then removed too. */
  boolean removeReference(CMIReference reference) {
    unbind(name(reference));
    String object = reference.getObjectName();
    return references(object).isEmpty() && facts.remove(OBJECTS + "/" + ObjectPath.encode(object));
  }

  List<CMIReference> references(String object) {
    return referencesBelow(REFERENCES + ObjectPath.encode(object));
  }

  List<CMIReference> references(String object, String protocol) {
    return referencesBelow(
        REFERENCES + ObjectPath.encode(object) + "/" + ObjectPath.encode(protocol));
  }

  private List<CMIReference> referencesBelow(String prefix) {
    List<CMIReference> references = new ArrayList<>();
    for (RegistryEntry entry : registry.list(prefix)) {
      references.add((CMIReference) decode(entry.name(), entry.bytes()));
    }
    return references;
  }

  // ---------------------------------------------------------------- servers

  /** Says that this is a server of this member. */
  void announceServer(ServerRef server) {
    ownLoadFactors.put(server(server), -1);
    write(SERVERS + server(server), server.getProviderURL());
  }

  Optional<Integer> loadFactor(ServerRef server) {
    return number(LOAD_FACTOR + "/" + server(server));
  }

  void setLoadFactor(ServerRef server, int factor) {
    ownLoadFactors.computeIfPresent(server(server), (own, before) -> factor);
    facts.set(LOAD_FACTOR + "/" + server(server), text(factor));
  }

  boolean isBlackListed(ServerRef server) {
    return facts.get(BLACK_LIST + "/" + server(server)).isPresent();
  }

  void setBlackListed(ServerRef server, boolean listed) {
    setMark(BLACK_LIST + "/" + server(server), listed);
  }

  /** Forgets the configuration of servers that are gone, as stock CMI does; all members try. */
  private final class Cleaner implements RegistryListener {
    private static final String LOAD_FACTORS = FACTS + "/" + LOAD_FACTOR + "/";

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      noteOwn(now);
      if (!now.name().startsWith(FACTS) || now.bytes().length > 0) {
        return;
      }
      decoded.remove(now.name().substring(FACTS.length() + 1));
      if (now.name().startsWith(LOAD_FACTORS)) {
        ownWasForgotten(now.name().substring(LOAD_FACTORS.length()));
      }
    }

    /** By another server perhaps, whose administrator was asked. */
    private void noteOwn(RegistryEntry now) {
      if (now.name().startsWith(LOAD_FACTORS) && now.bytes().length > 0) {
        ownLoadFactors.computeIfPresent(
            now.name().substring(LOAD_FACTORS.length()), (own, before) -> number(now.bytes()));
      }
    }

    @Override
    public void entryAdded(RegistryEntry entry) {
      noteOwn(entry);
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      if (entry.name().startsWith(SERVERS)) {
        String server = entry.name().substring(SERVERS.length());
        if (ownLoadFactors.containsKey(server) || !registry.isReady()) {
          return; // this member is the one that is out of the group, or comes back to it
        }
        facts.remove(LOAD_FACTOR + "/" + server);
        facts.remove(BLACK_LIST + "/" + server);
      } else if (entry.name().startsWith(REFERENCES)) {
        decoded.remove(entry.name());
      }
    }

    /** The others took this server for gone, and are back. */
    private void ownWasForgotten(String server) {
      Integer own = ownLoadFactors.get(server);
      if (own != null && own >= 0) {
        facts.set(LOAD_FACTOR + "/" + server, text(own));
      }
    }
  }

  // ---------------------------------------------------------------- the rest

  void initDelay(int delay) {
    facts.setIfAbsent(DELAY, text(delay));
  }

  Optional<Integer> delay() {
    return number(DELAY);
  }

  void setDelay(int delay) {
    facts.set(DELAY, text(delay));
  }

  boolean isPoolToEmpty(String object) {
    return facts.get(POOLS_TO_EMPTY + "/" + ObjectPath.encode(object)).isPresent();
  }

  void setPoolToEmpty(String object, boolean empty) {
    setMark(POOLS_TO_EMPTY + "/" + ObjectPath.encode(object), empty);
  }

  /** Clients told of since the cluster started, whichever server they told. */
  int clients() {
    int count = 0;
    for (String member : facts.children(CLIENTS)) {
      count += number(CLIENTS + "/" + member).orElse(0);
    }
    return count;
  }

  /** Counts a client once; each server keeps a count of its own, so that none is overwritten. */
  void addClient(UUID client) {
    synchronized (clientsKnown) {
      if (clientsKnown.size() >= CLIENTS_KNOWN) {
        clientsKnown.clear();
      }
      if (!clientsKnown.contains(client)) {
        facts.set(clientsHere, text(clientsCounted + 1)); // the same again when it failed
        clientsCounted++;
        clientsKnown.add(client);
      }
    }
  }

  /** Filters that this server can read: with one that it cannot, it chooses without it. */
  List<IFilter> filters() {
    List<IFilter> filters = new ArrayList<>();
    List<String> types = facts.children(FILTERS);
    filtersTold.retainAll(types);
    for (String type : types) {
      facts.get(FILTERS + "/" + type).flatMap(bytes -> filter(type, bytes)).ifPresent(filters::add);
    }
    return filters;
  }

  private Optional<IFilter> filter(String type, byte[] bytes) {
    try {
      return Optional.of((IFilter) decode(FILTERS + "/" + type, bytes));
    } catch (RuntimeException | LinkageError e) {
      if (filtersTold.add(type)) {
        LOG.error(
            "{}: filter {} is set for all servers, and is left out here: {}. Put its class on this"
                + " server, and name it in {} where that is the reason, or remove the filter",
            self,
            ObjectPath.decode(type),
            e.getMessage(),
            AllowedClasses.SETTING);
      }
      return Optional.empty();
    }
  }

  void addFilter(IFilter filter) {
    if (!(filter instanceof java.io.Serializable)) {
      throw new IllegalArgumentException(
          "filter %s is not serializable; make it so, all servers use it"
              .formatted(filter.getClass().getName()));
    }
    String type = filter.getClass().getName();
    facts.setIfAbsent(FILTERS + "/" + ObjectPath.encode(type), encode(type, filter));
  }

  void removeFilter(IFilter filter) {
    facts.remove(FILTERS + "/" + ObjectPath.encode(filter.getClass().getName()));
  }

  /**
   * Shares an archive; its parts first, so that who sees it can read it. Two servers may share one
   * of the same name at the same time: each writes parts of its own, and the first one counts.
   */
  void addArchive(String id, byte[] data) {
    if (hasArchive(id)) {
      return;
    }
    if (data.length > MAX_ARCHIVE_BYTES) {
      throw new IllegalArgumentException(
          "archive '%s' has %d bytes; at most %d can be shared"
              .formatted(id, data.length, MAX_ARCHIVE_BYTES));
    }
    ArchiveParts parts =
        new ArchiveParts(UUID.randomUUID(), (data.length + PART_BYTES - 1) / PART_BYTES);
    for (int i = 0; i < parts.count(); i++) {
      int from = i * PART_BYTES;
      facts.set(
          parts.name(i), Arrays.copyOfRange(data, from, Math.min(data.length, from + PART_BYTES)));
    }
    if (!facts.setIfAbsent(ARCHIVES + "/" + ObjectPath.encode(id), parts.bytes())) {
      remove(parts);
    }
  }

  boolean hasArchive(String id) {
    return facts.get(ARCHIVES + "/" + ObjectPath.encode(id)).isPresent();
  }

  void removeArchive(String id) {
    String fact = ARCHIVES + "/" + ObjectPath.encode(id);
    Optional<byte[]> parts = facts.get(fact);
    facts.remove(fact);
    parts.map(ArchiveParts::of).ifPresent(this::remove);
  }

  private void remove(ArchiveParts parts) {
    for (int i = 0; i < parts.count(); i++) {
      facts.remove(parts.name(i));
    }
  }

  /** An archive, or empty when not all of its parts are there. */
  private Optional<byte[]> archive(ArchiveParts parts) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (int i = 0; i < parts.count(); i++) {
      Optional<byte[]> part = facts.get(parts.name(i));
      if (part.isEmpty()) {
        return Optional.empty();
      }
      data.writeBytes(part.get());
    }
    return Optional.of(data.toByteArray());
  }

  private List<Integer> missing(ArchiveParts parts) {
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < parts.count() && missing.size() < PARTS_TOLD; i++) {
      if (facts.get(parts.name(i)).isEmpty()) {
        missing.add(i);
      }
    }
    return missing;
  }

  /** Where the parts of an archive are, {@code id count}. */
  private record ArchiveParts(UUID id, int count) {
    static ArchiveParts of(byte[] bytes) {
      String[] words = new String(bytes, StandardCharsets.US_ASCII).split(" ", 2);
      return new ArchiveParts(UUID.fromString(words[0]), Integer.parseInt(words[1]));
    }

    byte[] bytes() {
      return (id + " " + count).getBytes(StandardCharsets.US_ASCII);
    }

    String prefix() {
      return ARCHIVE_PARTS + "/" + id;
    }

    String name(int part) {
      return prefix() + "/" + part;
    }
  }

  // ---------------------------------------------------------------- values

  private void setMark(String fact, boolean there) {
    if (there) {
      facts.setIfAbsent(fact, MARK);
    } else {
      facts.remove(fact);
    }
  }

  private static byte[] text(int number) {
    return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  private static int number(byte[] text) {
    return Integer.parseInt(new String(text, StandardCharsets.US_ASCII));
  }

  private Optional<Integer> number(String fact) {
    return facts.get(fact).map(ClusterTree::number);
  }

  /** Number of values that are kept decoded. */
  int valuesKept() {
    return decoded.size();
  }

  private byte[] encode(String of, Object value) {
    try {
      return codec.write(value);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: what '%s' is described by cannot be shared: %s".formatted(self, of, e.getMessage()),
          e);
    }
  }

  private Object decode(String name, byte[] bytes) {
    Decoded known = decoded.get(name);
    if (known != null && Arrays.equals(known.bytes(), bytes)) {
      return known.value();
    }
    try {
      Object value = codec.read(bytes);
      decoded.put(name, new Decoded(bytes, value));
      return value;
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s: '%s' of the distributed registry cannot be read: %s"
              .formatted(self, name, e.getMessage()),
          e);
    }
  }

  private void write(String name, Object value) {
    try {
      registry.rebind(name, value);
    } catch (GroupException e) {
      throw new IllegalStateException(
          "%s: '%s' cannot be written to the distributed registry: %s"
              .formatted(self, name, e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(self + ": interrupted while writing '" + name + "'", e);
    }
  }

  private void unbind(String name) {
    try {
      registry.unbind(name);
      decoded.remove(name);
    } catch (GroupException e) {
      throw new IllegalStateException(
          "%s: '%s' cannot be removed from the distributed registry: %s"
              .formatted(self, name, e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(self + ": interrupted while removing '" + name + "'", e);
    }
  }

  /** Turns changes of names into changes of things. */
  private final class Follower implements RegistryListener {
    private static final String OBJECT_NAMES = FACTS + "/" + OBJECTS + "/";
    private static final String ARCHIVE_NAMES = FACTS + "/" + ARCHIVES + "/";
    private static final String PART_NAMES = FACTS + "/" + ARCHIVE_PARTS + "/";

    private final Listener listener;
    private final Map<String, byte[]> seen = new ConcurrentHashMap<>();

    /** Archives that wait for parts, by the prefix of these. */
    private final Map<String, String> waiting = new ConcurrentHashMap<>();

    Follower(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void entryAdded(RegistryEntry entry) {
      if (entry.name().startsWith(OBJECT_NAMES) || entry.name().startsWith(ARCHIVE_NAMES)) {
        changed(entry.name(), entry.bytes());
      } else if (entry.name().startsWith(PART_NAMES) && entry.bytes().length > 0) {
        partAdded(entry.name());
      }
    }

    private void partAdded(String name) {
      String archive = waiting.get(name.substring(0, name.lastIndexOf('/')));
      byte[] parts = archive == null ? null : seen.get(ARCHIVE_NAMES + archive);
      if (parts != null && parts.length > 0) {
        archiveChanged(archive, parts);
      }
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      entryAdded(now);
    }

    private void changed(String name, byte[] now) {
      byte[] before = seen.put(name, now);
      if (Arrays.equals(before, now)) {
        return; // kept by another member
      }
      try {
        if (name.startsWith(OBJECT_NAMES)) {
          objectChanged(before, now);
        } else {
          archiveChanged(name.substring(ARCHIVE_NAMES.length()), now);
        }
      } catch (IOException e) {
        LOG.warn("{}: '{}' cannot be read: {}", self, name, e.getMessage());
      }
    }

    private void objectChanged(byte[] before, byte[] now) throws IOException {
      if (now.length > 0) {
        listener.objectChanged(
            before == null || before.length == 0
                ? null
                : (DistributedObjectInfo) codec.read(before),
            (DistributedObjectInfo) codec.read(now));
      }
    }

    private void archiveChanged(String part, byte[] now) {
      if (now.length == 0) {
        waiting.values().remove(part);
        listener.archiveRemoved(ObjectPath.decode(part));
        return;
      }
      ArchiveParts parts = ArchiveParts.of(now);
      String prefix = FACTS + "/" + parts.prefix();
      Optional<byte[]> whole = archive(parts);
      if (whole.isPresent()) {
        waiting.remove(prefix);
        listener.archiveAdded(ObjectPath.decode(part), whole.get());
      } else if (waiting.put(prefix, part) == null) {
        LOG.error(
            "{}: archive '{}' of policies is not loaded: of its {} parts these are missing: {}. It is"
                + " loaded when they come; if they do not, remove it on one server and share it again",
            self,
            ObjectPath.decode(part),
            parts.count(),
            missing(parts));
      }
    }
  }
}
