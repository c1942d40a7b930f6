package org.g2cl.simulate;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.sf.jgcs.GroupException;
import org.g2cl.registry.Registry;

/**
 * Binds and frees names in the registry while its node serves: some of its own, and some that all
 * nodes write. A write that was not confirmed is not repeated, so that what members missed of it is
 * for the registry to mend.
 */
final class NameWriter {
  private static final Duration SHORTEST_REST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofSeconds(20);
  private static final int NAMES = 10;
  private static final double SHARED = 0.3;
  private static final String SHARED_NAMES = "shared/";

  /** Of a value, where a joiner is to get its state of the registry in many messages. */
  private static final int LONG = 2_000;

  private final World world;
  private final Node node;

  /** What is added to each value. */
  private final String tail;

  /** Own names that are bound, with their values. */
  private final Map<String, String> bound = new TreeMap<>();

  /** Own names of which the last write was not confirmed. */
  private final Set<String> unsure = new HashSet<>();

  NameWriter(World world, Node node, boolean isLong) {
    this.world = world;
    this.node = node;
    this.tail = isLong ? " " + "x".repeat(LONG) : "";
  }

  /** Writes until that time. */
  void start(long endNanos) {
    node.machine().start("names", () -> write(endNanos));
  }

  /** Own names that are bound for sure, with their values. */
  Map<String, String> bound() {
    return bound;
  }

  /** Whether nobody can say from its node's writes alone what that name is bound to. */
  boolean isUnsure(String name) {
    return unsure.contains(name) || name.startsWith(SHARED_NAMES);
  }

  private void write(long endNanos) {
    try {
      rest();
      while (world.now() < endNanos) {
        writeOne();
        rest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void rest() {
    node.machine().pause(world.between(SHORTEST_REST, LONGEST_REST).toNanos());
  }

  private void writeOne() throws InterruptedException {
    int number = world.random().nextInt(NAMES);
    String value = world.happens(0.5) ? node + " at " + world.now() + tail : null;
    if (world.happens(SHARED)) {
      tryToWrite(SHARED_NAMES + number, value);
    } else {
      writeOwn("of/" + node.name() + "/" + number, value);
    }
  }

  private void writeOwn(String name, String value) throws InterruptedException {
    bound.remove(name);
    unsure.add(name);
    if (tryToWrite(name, value)) {
      unsure.remove(name);
      if (value != null) {
        bound.put(name, value);
      }
    }
  }

  /** Writes a name, or frees it when the value is null; tells whether that was confirmed. */
  private boolean tryToWrite(String name, String value) throws InterruptedException {
    Registry registry = node.registry();
    try {
      if (value == null) {
        registry.unbind(name);
      } else {
        registry.rebind(name, value);
      }
      world.note(node + (value == null ? " frees " : " binds ") + name);
      return true;
    } catch (GroupException e) {
      world.note(node + " cannot write " + name + ": " + e.getMessage());
      return false;
    }
  }
}
