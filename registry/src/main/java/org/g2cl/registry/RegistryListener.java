package org.g2cl.registry;

/**
 * Listener of a member's replica.
 *
 * <p>Called on a thread of the registry, one call at a time. It may wait, and may use the registry.
 * While it is slow, changes to a name are told as one: from what was told last to what is now. Of a
 * name that is freed meanwhile it is told what it was bound to last, and then that it is not.
 *
 * <p>Changes of at most 10,000 names wait for a listener that does not return. When there would be
 * more, those are given up and a warning is logged; what it is told next is how all that is bound
 * differs from what it was told last, so nothing of names that were bound and freed until then.
 * What a listener throws is logged; it is told what comes after all the same.
 */
public interface RegistryListener {
  /** Says that a name is bound that was not. */
  default void entryAdded(RegistryEntry entry) {}

  /** Says that a name has another value or owner. */
  default void entryUpdated(RegistryEntry before, RegistryEntry now) {}

  /** Says that a name is bound no longer: unbound, or its owner is gone. */
  default void entryRemoved(RegistryEntry entry) {}
}
