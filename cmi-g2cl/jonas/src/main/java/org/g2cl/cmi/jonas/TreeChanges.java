package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns changes of names into changes of things. */
final class TreeChanges implements RegistryListener {
  private static final Logger LOG = LoggerFactory.getLogger(TreeChanges.class);

  private final SharedFacts facts;
  private final SharedValues values;
  private final PolicyArchives archives;
  private final String self;
  private final ClusterTree.Listener listener;

  /** What facts of objects and archives were last. */
  private final Map<String, byte[]> seen = new ConcurrentHashMap<>();

  /** Facts of archives that wait for parts, by the prefix of these. */
  private final Map<String, String> waiting = new ConcurrentHashMap<>();

  /**
   * Tells a listener.
   *
   * @param self of this member, for messages
   */
  TreeChanges(
      SharedFacts facts,
      SharedValues values,
      PolicyArchives archives,
      String self,
      ClusterTree.Listener listener) {
    this.facts = facts;
    this.values = values;
    this.archives = archives;
    this.self = self;
    this.listener = listener;
  }

  @Override
  public void entryAdded(RegistryEntry entry) {
    facts.nameOf(entry).ifPresent(fact -> set(fact, entry.bytes()));
  }

  @Override
  public void entryUpdated(RegistryEntry before, RegistryEntry now) {
    entryAdded(now);
  }

  private void set(String fact, byte[] now) {
    try {
      if (ClusterTree.isObject(fact) || PolicyArchives.isArchive(fact)) {
        changed(fact, now);
      } else if (ArchiveParts.isPart(fact) && now.length > 0) {
        partAdded(fact);
      }
    } catch (IOException e) {
      LOG.warn("{}: '{}' cannot be read: {}", self, fact, e.getMessage());
    }
  }

  private void partAdded(String part) throws IOException {
    String archive = waiting.get(ArchiveParts.prefixOf(part));
    byte[] parts = archive == null ? null : seen.get(archive);
    if (parts != null && parts.length > 0) {
      archiveChanged(archive, parts);
    }
  }

  private void changed(String fact, byte[] now) throws IOException {
    byte[] before = seen.put(fact, now);
    if (Arrays.equals(before, now)) {
      return; // kept by another member
    }
    if (ClusterTree.isObject(fact)) {
      objectChanged(before, now);
    } else {
      archiveChanged(fact, now);
    }
  }

  private void objectChanged(byte[] before, byte[] now) throws IOException {
    if (now.length > 0) {
      listener.objectChanged(
          before == null || before.length == 0 ? null : (DistributedObjectInfo) values.read(before),
          (DistributedObjectInfo) values.read(now));
    }
  }

  private void archiveChanged(String fact, byte[] now) throws IOException {
    String id = PolicyArchives.idOf(fact);
    if (now.length == 0) {
      waiting.values().remove(fact);
      listener.archiveRemoved(id);
      return;
    }
    ArchiveParts parts = ArchiveParts.of(now);
    byte[] whole = archives.whole(parts).orElse(null);
    if (whole != null) {
      waiting.remove(parts.prefix());
      listener.archiveAdded(id, whole);
    } else if (waiting.put(parts.prefix(), fact) == null) {
      LOG.error(
          "{}: archive '{}' of policies is not loaded: of its {} parts these are missing: {}. It is"
              + " loaded when they come; if they do not, remove it on one server and share it again",
          self,
          id,
          parts.count(),
          archives.missing(parts));
    }
  }
}
