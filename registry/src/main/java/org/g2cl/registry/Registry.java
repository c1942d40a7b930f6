package org.g2cl.registry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import org.g2cl.MarshalDataSession;
import org.g2cl.Registration;

/**
 * Tree of names that every member of a group has a replica of.
 *
 * <h2>Writes</h2>
 *
 * Totally ordered. When one returns, every live member that has received the tree has applied it.
 * They wait at most 10 seconds, and must not be called from a listener of the session.
 *
 * <h2>Reads</h2>
 *
 * Local, without waiting. Before this member has received the tree, and while it is not in the
 * group, nothing is seen; its own entries come back with the others' when it joins again.
 *
 * <h2>Owners</h2>
 *
 * An entry belongs to the member that bound it last. It goes when that member leaves or fails, and
 * is announced again after a merge, or when its owner joins again. After a merge of two partitions
 * that bound the same name, the entry that was written later by the registry's own count wins, at
 * all members.
 *
 * <h2>Names and values</h2>
 *
 * A name is parts joined by {@code /}, none empty, at most 1,024 characters. A value is {@code
 * byte[]}, {@code String} or a boxed primitive, at most 1 MiB. At most 100,000 entries. One of
 * another type, which a later release may have bound, is kept and read as an {@link UnknownValue}.
 *
 * <p>Thread-safe. Occupies the service ids 3 and 4 of the session.
 */
public interface Registry extends AutoCloseable {
  /** Service id of the calls between replicas. */
  int CALLS_SERVICE_ID = 3;

  /** Service id of the state transfer. */
  int STATE_SERVICE_ID = 4;

  /**
   * Starts a replica; to be called before the session joins.
   *
   * @throws IllegalStateException when the session has a registry already
   */
  static Registry start(MarshalDataSession session) {
    return ReplicatedRegistry.start(session);
  }

  /**
   * Waits until this member has received the tree, or is the first.
   *
   * @throws TimeoutException when it has not in that time
   * @throws InterruptedException when interrupted while waiting
   */
  void awaitReady(Duration timeout) throws TimeoutException, InterruptedException;

  /** Tells whether this member has the tree. */
  boolean isReady();

  /**
   * Binds a free name. Just after a merge a name may be taken that this member does not know of;
   * then it succeeds, and one of the two entries gives way some seconds later.
   *
   * @throws NameAlreadyBoundException when the name is taken
   * @throws GroupException when not ready or not applied everywhere in time; it may then still be
   *     applied
   * @throws InterruptedException when interrupted while waiting
   * @throws IllegalArgumentException when name or value break a rule
   */
  void bind(String name, Object value) throws GroupException, InterruptedException;

  /**
   * Binds a name, taken or not; this member owns it from now on.
   *
   * @throws GroupException as {@link #bind}
   * @throws InterruptedException when interrupted while waiting
   */
  void rebind(String name, Object value) throws GroupException, InterruptedException;

  /**
   * Frees a name, whoever owns it.
   *
   * @return whether it was bound
   * @throws GroupException as {@link #bind}
   * @throws InterruptedException when interrupted while waiting
   */
  boolean unbind(String name) throws GroupException, InterruptedException;

  /** Entry of that very name. */
  Optional<RegistryEntry> lookup(String name);

  /**
   * Entries of that name and below it, in the order of names.
   *
   * @param prefix name of a subtree, or the empty string for all
   */
  List<RegistryEntry> list(String prefix);

  /**
   * Adds a listener; it is told all present entries as added first.
   *
   * @see RegistryListener
   */
  Registration addListener(RegistryListener listener);

  /** Takes the replica off the session; its entries go when the member leaves. */
  @Override
  void close();
}
