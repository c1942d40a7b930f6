package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/**
 * Messages and views in the order of the daemon, with messages put together from their fragments;
 * for one thread.
 *
 * <p>A message counts where its last fragment is, with one exception. A view with new members that
 * comes among the fragments of a message is held back, with all that follows, until the message is
 * complete: so it is delivered in the view in which it was begun, by all its members, and none of
 * the new ones misses a message of its view. One that comes back after a split is as new. A sender
 * that does not go on is not waited for long, nor until more than a bound is held back.
 */
final class Stream {
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);

  private final Output output;
  private final long mostHeld;
  private final Reassembly reassembly;
  private final Set<Reassembly.Key> awaited = new HashSet<>();

  /** Messages that were awaited for too long. */
  private final Set<Reassembly.Key> late = new HashSet<>();

  /** What is held back, or null. */
  private Queue<Runnable> held;

  private long heldBytes;
  private long heldSince;
  private boolean releasing;

  Stream(int longestMessage, long mostHeld, Output output) {
    this.output = output;
    this.mostHeld = mostHeld;
    reassembly = new Reassembly(longestMessage);
  }

  /** Where a stream goes. */
  interface Output {
    /**
     * Takes a message; a delayed one has waited for fragments or behind a view, so that many of
     * them may come at once.
     */
    void message(String sender, SpreadService service, byte[] payload, boolean delayed);

    void view(GroupView view);

    /**
     * Tells whether the view has members that the last one given to {@link #view} had not, or that
     * were cut off in between.
     */
    boolean isWidenedBy(GroupView view);

    void dropped(String sender, MalformedFrameException reason);
  }

  void add(Arrival arrival) {
    try {
      if (arrival.tag().fragment()) {
        addFragment(arrival);
      } else if (held != null) {
        hold(arrival);
      } else {
        output.message(arrival.sender(), arrival.tag().service(), arrival.data(), releasing);
      }
    } catch (MalformedFrameException e) {
      output.dropped(arrival.sender(), e);
      releaseWhenComplete();
    }
  }

  private void addFragment(Arrival arrival) throws MalformedFrameException {
    if (held != null && !awaited.contains(Reassembly.Key.of(arrival))) {
      hold(arrival);
      return;
    }
    byte[] payload = reassembly.add(arrival);
    if (payload != null) {
      output.message(arrival.sender(), arrival.tag().service(), payload, true);
      releaseWhenComplete();
    }
  }

  void add(GroupView view) {
    reassembly.keepOnly(view.byNetwork() ? view.together() : view.members());
    late.removeIf(key -> !reassembly.has(key));
    if (held == null && output.isWidenedBy(view)) {
      beginToHold();
    }
    if (held == null) {
      output.view(view);
    } else {
      hold(view.members().size() * Arrival.OVERHEAD, () -> add(view));
      releaseWhenComplete();
    }
  }

  private void beginToHold() {
    awaited.addAll(reassembly.keys());
    awaited.removeAll(late);
    if (!awaited.isEmpty()) {
      held = new ArrayDeque<>();
      heldSince = System.nanoTime();
    }
  }

  private void hold(Arrival arrival) {
    hold(arrival.bytes(), () -> add(arrival));
  }

  private void hold(int bytes, Runnable step) {
    held.add(step);
    heldBytes += bytes;
    if (heldBytes > mostHeld) {
      giveUp();
    }
  }

  private void releaseWhenComplete() {
    awaited.removeIf(key -> !reassembly.has(key));
    if (awaited.isEmpty()) {
      release();
    }
  }

  /** What comes out may have to be held back again; it then goes behind itself, in order. */
  private void release() {
    awaited.clear();
    Queue<Runnable> released = held;
    boolean within = releasing;
    held = null;
    heldBytes = 0;
    releasing = true;
    while (released != null && !released.isEmpty()) {
      released.remove().run();
    }
    releasing = within;
  }

  /** Gives up waiting for a sender; called now and then. */
  void checkTime() {
    if (held != null && System.nanoTime() - heldSince > LONGEST_HOLD.toNanos()) {
      giveUp();
    }
  }

  private void giveUp() {
    late.addAll(awaited);
    release();
  }

  /** Bytes that are kept. */
  long bytes() {
    return heldBytes + reassembly.bytes();
  }
}
