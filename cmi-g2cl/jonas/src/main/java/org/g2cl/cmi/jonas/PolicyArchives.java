package org.g2cl.cmi.jonas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Archives of policies that servers share, in parts. Thread-safe. */
final class PolicyArchives {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyArchives.class);
  private static final String ROOT = "archive";
  private static final String ARCHIVES = ROOT + "/";
  private static final int PART_BYTES = 512 * 1024;
  private static final int MAX_BYTES = 64 << 20;
  private static final int PARTS_TOLD = 10;

  private final SharedFacts facts;

  /** What the parts that this server is writing begin with. */
  private final Set<String> sharing = ConcurrentHashMap.newKeySet();

  PolicyArchives(SharedFacts facts) {
    this.facts = facts;
    facts.dropWhen(this::isOrphan);
  }

  /** Whether a fact is a part of no archive: its server has left before it had written them all. */
  private boolean isOrphan(String fact) {
    return ArchiveParts.isPart(fact)
        && !sharing.contains(ArchiveParts.prefixOf(fact))
        && facts.children(ROOT).stream().noneMatch(id -> isPart(fact, ARCHIVES + id));
  }

  private boolean isPart(String fact, String archive) {
    Optional<byte[]> parts = facts.get(archive);
    try {
      return parts.isPresent()
          && ArchiveParts.of(parts.get()).prefix().equals(ArchiveParts.prefixOf(fact));
    } catch (IOException e) {
      LOG.debug("'{}' does not say where its parts are", archive, e);
      return false;
    }
  }

  private static String fact(String id) {
    return ARCHIVES + ObjectPath.encode(id);
  }

  /** Whether a fact says where an archive is. */
  static boolean isArchive(String fact) {
    return fact.startsWith(ARCHIVES);
  }

  /** Name of the archive of such a fact. */
  static String idOf(String fact) {
    return ObjectPath.decode(fact.substring(ARCHIVES.length()));
  }

  /**
   * Shares an archive; its parts first, so that who sees it can read it. Two servers may share one
   * of the same name at the same time: each writes parts of its own, and the first one counts.
   */
  void add(String id, byte[] data) {
    if (has(id)) {
      return;
    }
    if (data.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "archive '%s' has %d bytes; at most %d can be shared"
              .formatted(id, data.length, MAX_BYTES));
    }
    ArchiveParts parts =
        new ArchiveParts(UUID.randomUUID(), (data.length + PART_BYTES - 1) / PART_BYTES);
    boolean shared = false;
    sharing.add(parts.prefix());
    try {
      write(parts, data);
      shared = facts.setIfAbsent(fact(id), parts.bytes());
    } finally {
      if (!shared) {
        removeAfterFailure(parts);
      }
      sharing.remove(parts.prefix());
    }
  }

  private void write(ArchiveParts parts, byte[] data) {
    for (int i = 0; i < parts.count(); i++) {
      int from = i * PART_BYTES;
      facts.set(
          parts.name(i), Arrays.copyOfRange(data, from, Math.min(data.length, from + PART_BYTES)));
    }
  }

  /** Parts that no archive has, which all servers would keep. */
  private void removeAfterFailure(ArchiveParts parts) {
    try {
      remove(parts);
    } catch (IllegalStateException e) {
      LOG.warn("parts of an archive of policies stay behind: {}", e.getMessage());
    }
  }

  boolean has(String id) {
    return facts.get(fact(id)).isPresent();
  }

  void remove(String id) {
    Optional<byte[]> parts = facts.get(fact(id));
    facts.remove(fact(id));
    parts.ifPresent(this::removeParts);
  }

  private void removeParts(byte[] where) {
    try {
      remove(ArchiveParts.of(where));
    } catch (IOException e) {
      LOG.warn("parts of an archive of policies cannot be removed: {}", e.getMessage());
    }
  }

  private void remove(ArchiveParts parts) {
    for (int i = 0; i < parts.count(); i++) {
      facts.remove(parts.name(i));
    }
  }

  /** An archive, or empty when not all of its parts are there. */
  Optional<byte[]> whole(ArchiveParts parts) {
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

  /** The first parts that are not there. */
  List<Integer> missing(ArchiveParts parts) {
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < parts.count() && missing.size() < PARTS_TOLD; i++) {
      if (facts.get(parts.name(i)).isEmpty()) {
        missing.add(i);
      }
    }
    return missing;
  }
}
