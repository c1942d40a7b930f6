package org.g2cl.cmi.jonas;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.RareLog;
import org.g2cl.Registration;
import org.g2cl.cmi.core.DaemonTimer;
import org.g2cl.registry.NameAlreadyBoundException;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Facts in the registry that belong to the group and not to the member that wrote them: the
 * description of an object, a load factor, a server on the black list.
 *
 * <p>The registry drops an entry with its owner; here one of those who are left binds it again, the
 * first in rank at once and the others should it fail to. Removing a fact writes a mark in its
 * place, so that an entry that goes is always one to keep. Thread-safe.
 */
final class SharedFacts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedFacts.class);
  private static final byte[] REMOVED = {};
  private static final byte[] MARK = {1};
  private static final long ADOPTION_STEP_MILLIS = 1_000;

  /** Others may know already what makes use of a fact, and bind it again. */
  private static final long LAST_LOOK_MILLIS = 5_000;

  private final Registry registry;
  private final String root;
  private final String self;
  private final IntSupplier rank;
  private final Map<String, byte[]> known = new ConcurrentHashMap<>();
  private final ScheduledExecutorService adopter = DaemonTimer.named("g2cl-cmi-facts");
  private final RareLog failures = new RareLog();
  private final Registration registration;
  private volatile Predicate<String> useless = fact -> false;

  /**
   * Starts to keep the facts below a name.
   *
   * @param self of this member, for the log
   * @param rank of this member in the view, 0 for the first
   */
  SharedFacts(Registry registry, String root, String self, IntSupplier rank) {
    this.registry = registry;
    this.root = root + "/";
    this.self = self;
    this.rank = rank;
    this.registration = registry.addListener(new Follower());
  }

  /** Says which facts are of no use to anybody once their owner is gone; they go with it. */
  void dropWhen(Predicate<String> of) {
    useless = of;
  }

  /** Value of a fact, or empty when there is none. */
  Optional<byte[]> get(String name) {
    byte[] value =
        registry
            .lookup(root + name)
            .map(RegistryEntry::bytes)
            .orElseGet(() -> known.get(root + name));
    return value == null || value.length == 0 ? Optional.empty() : Optional.of(value);
  }

  /** Value of a fact that is a number, or empty when there is none. */
  Optional<Integer> number(String name) {
    return get(name).map(SharedFacts::number);
  }

  /** Number that is the value of a fact. */
  static int number(byte[] value) {
    return Integer.parseInt(new String(value, StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(int number) {
    return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  void setNumber(String name, int number) {
    set(name, bytes(number));
  }

  void setNumberIfAbsent(String name, int number) {
    setIfAbsent(name, bytes(number));
  }

  /** Sets or removes a fact that says no more than that it is there. */
  void setMark(String name, boolean there) {
    if (there) {
      setIfAbsent(name, MARK);
    } else {
      remove(name);
    }
  }

  /** Name of the fact that an entry of the registry is, or empty when it is none of these. */
  Optional<String> nameOf(RegistryEntry entry) {
    return entry.name().startsWith(root)
        ? Optional.of(entry.name().substring(root.length()))
        : Optional.empty();
  }

  /** Number of facts and marks that are known here. */
  int kept() {
    return known.size();
  }

  /** Names of the facts directly below a name, without it. */
  List<String> children(String parent) {
    String prefix = root + parent + "/";
    Map<String, Boolean> names = new java.util.LinkedHashMap<>();
    for (RegistryEntry entry : registry.list(root + parent)) {
      if (entry.name().startsWith(prefix)) {
        names.put(entry.name(), entry.bytes().length > 0);
      }
    }
    known.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            names.putIfAbsent(name, value.length > 0);
          }
        });
    List<String> present = new ArrayList<>();
    names.forEach(
        (name, there) -> {
          String child = name.substring(prefix.length());
          if (there && child.indexOf('/') < 0) {
            present.add(child);
          }
        });
    return present;
  }

  /** Sets a fact, there or not; applied by all members on return. */
  void set(String name, byte[] value) {
    write(root + name, value);
  }

  /** Sets a fact that is not there; false when it is. */
  boolean setIfAbsent(String name, byte[] value) {
    if (get(name).isPresent()) {
      return false;
    }
    if (registry.lookup(root + name).isPresent()) {
      set(name, value); // the mark of one that was removed
      return true;
    }
    try {
      registry.bind(root + name, value);
      written(root + name, value);
      return true;
    } catch (NameAlreadyBoundException e) {
      return false;
    } catch (GroupException e) {
      throw failed(root + name, e);
    } catch (InterruptedException e) {
      throw interrupted(root + name);
    }
  }

  /** Removes a fact; false when it was not there. */
  boolean remove(String name) {
    if (get(name).isEmpty()) {
      return false;
    }
    write(root + name, REMOVED);
    return true;
  }

  private void write(String full, byte[] value) {
    try {
      registry.rebind(full, value);
      written(full, value);
    } catch (GroupException e) {
      throw failed(full, e);
    } catch (InterruptedException e) {
      throw interrupted(full);
    }
  }

  /** Another member may have written since, and this one may have been told of it already. */
  private void written(String full, byte[] value) {
    known.compute(
        full, (name, before) -> registry.lookup(full).map(RegistryEntry::bytes).orElse(value));
  }

  private IllegalStateException failed(String full, GroupException e) {
    return new IllegalStateException(
        "%s: '%s' cannot be written to the distributed registry: %s"
            .formatted(self, full, e.getMessage()),
        e);
  }

  private IllegalStateException interrupted(String full) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(
        "%s: interrupted while writing '%s' to the distributed registry".formatted(self, full));
  }

  @Override
  public void close() {
    registration.close();
    adopter.shutdownNow();
  }

  /** Binds again what went with its owner: the first in rank at once, the others should it not. */
  private void adoptSoon(String full) {
    later(rank.getAsInt() * ADOPTION_STEP_MILLIS, () -> adopt(full));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the task logs its failures
  private void later(long millis, Runnable task) {
    try {
      adopter.schedule(() -> tryUntilItSucceeds(task), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: stops, and keeps nothing more", self);
    }
  }

  /** Nobody else may know the fact. */
  private void tryUntilItSucceeds(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      later(ADOPTION_STEP_MILLIS, task);
      if (failures.count()) {
        LOG.warn("{}: what is to be kept cannot be yet, trying again", self, e);
      }
    }
  }

  private void adopt(String full) {
    if (!isMissing(full)) {
      return;
    }
    if (!registry.isReady()) {
      later(ADOPTION_STEP_MILLIS, () -> adopt(full)); // this member is out of the group
    } else if (isUseless(full)) {
      later(LAST_LOOK_MILLIS, () -> adoptOrDrop(full));
    } else {
      bindAgain(full);
    }
  }

  private void adoptOrDrop(String full) {
    if (isMissing(full) && registry.isReady() && isUseless(full)) {
      known.remove(full);
      LOG.debug("{}: drops '{}', of which nobody makes use", self, full);
    } else {
      adopt(full);
    }
  }

  private boolean isUseless(String full) {
    return useless.test(full.substring(root.length()));
  }

  /** Whether a fact is known here that the registry has not any more. */
  private boolean isMissing(String full) {
    byte[] value = known.get(full);
    return value != null && value.length > 0 && registry.lookup(full).isEmpty();
  }

  private void bindAgain(String full) {
    byte[] value = known.get(full);
    if (value == null || value.length == 0) {
      return;
    }
    try {
      registry.bind(full, value);
      LOG.debug("{}: keeps '{}', whose owner is gone", self, full);
    } catch (NameAlreadyBoundException e) {
      LOG.debug("{}: '{}' is kept by another member", self, full);
    } catch (GroupException e) {
      LOG.warn("{}: '{}' cannot be kept yet, trying again: {}", self, full, e.getMessage());
      later(ADOPTION_STEP_MILLIS, () -> adopt(full));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Follower implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      if (entry.name().startsWith(root)) {
        known.put(entry.name(), entry.bytes());
      }
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      entryAdded(now);
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      if (!entry.name().startsWith(root)) {
        return;
      }
      if (entry.bytes().length == 0) {
        forgetMark(entry.name());
      } else {
        adoptSoon(entry.name());
      }
    }

    /** Unless the fact was written anew, by this member, before it was told of that removal. */
    private void forgetMark(String full) {
      known.computeIfPresent(full, (name, value) -> value.length == 0 ? null : value);
    }
  }
}
