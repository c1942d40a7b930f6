package org.g2cl.cmi.jonas;

import net.sf.jgcs.GroupException;
import org.g2cl.registry.Registry;

/**
 * Entries of the registry that belong to the member that wrote them, and go with it. Thread-safe.
 */
final class OwnEntries {
  private final Registry registry;
  private final String self;

  /**
   * Creates a writer.
   *
   * @param self of this member, for messages
   */
  OwnEntries(Registry registry, String self) {
    this.registry = registry;
    this.self = self;
  }

  /** Writes an entry, there or not; applied by all members on return. */
  void write(String name, Object value) {
    try {
      registry.rebind(name, value);
    } catch (GroupException e) {
      throw failed(name, "written to", e);
    } catch (InterruptedException e) {
      throw interrupted(name, "writing", e);
    }
  }

  /** Removes an entry, there or not; applied by all members on return. */
  void remove(String name) {
    try {
      registry.unbind(name);
    } catch (GroupException e) {
      throw failed(name, "removed from", e);
    } catch (InterruptedException e) {
      throw interrupted(name, "removing", e);
    }
  }

  private IllegalStateException failed(String name, String what, GroupException e) {
    return new IllegalStateException(
        "%s: '%s' cannot be %s the distributed registry: %s"
            .formatted(self, name, what, e.getMessage()),
        e);
  }

  private IllegalStateException interrupted(String name, String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(
        "%s: interrupted while %s '%s'".formatted(self, what, name), e);
  }
}
