package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of one member's words to the others, and of its heartbeats, in a thread of its own: the
 * one that reads must never wait for the daemon.
 *
 * <p>One heartbeat at a time is a probe, whose return is awaited.
 */
final class Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  private final Words out;
  private final long interval;

  /** Words that wait, or are being sent, one for each subject. */
  private final Map<String, Control> waiting = new LinkedHashMap<>();

  private boolean beating;
  private boolean probing;
  private boolean closed;
  private long nextBeat;

  /** Creates one that never says anything when the interval is zero. */
  Pulse(Duration interval, Words out) {
    this.out = out;
    this.interval = interval.toNanos();
    nextBeat = System.nanoTime();
  }

  /** Where words go. */
  interface Words {
    void cast(Control word) throws GroupException;
  }

  boolean isSilent() {
    return interval == 0;
  }

  /** Says something soon, in place of what it was to say of that subject. */
  synchronized void say(Control word) {
    if (!isSilent()) {
      waiting.put(word.subject(), word);
      notifyAll();
    }
  }

  /** Sets whether there is anybody to hear heartbeats. */
  synchronized void beat(boolean wanted) {
    beating = wanted;
    notifyAll();
  }

  /** Hears that the probe has come back. */
  synchronized void returned() {
    probing = false;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Says what there is to say until it is closed. */
  void run() {
    try {
      boolean going = step();
      while (going) {
        going = step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says one thing, or tries; false when this is closed. */
  private boolean step() throws InterruptedException {
    Control word = null;
    try {
      word = next();
      if (word != null) {
        out.cast(word);
        said(word);
      }
      return word != null;
    } catch (GroupException | OutOfMemoryError e) {
      log(word, e);
      pause(word);
      return true;
    }
  }

  private synchronized Control next() throws InterruptedException {
    while (!closed) {
      if (!waiting.isEmpty()) {
        return waiting.values().iterator().next();
      }
      long left = nextBeat - System.nanoTime();
      if (!beating) {
        wait();
      } else if (left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } else {
        nextBeat = System.nanoTime() + interval;
        return heartbeat();
      }
    }
    return null;
  }

  private Control heartbeat() {
    Control next = probing ? Control.heartbeat() : Control.probe();
    probing = true;
    return next;
  }

  /** Forgets it, unless something else is to be said of its subject by now. */
  private synchronized void said(Control word) {
    if (!word.isOfLife()) {
      waiting.remove(word.subject(), word);
    }
  }

  private static void log(Control word, Throwable failure) {
    try {
      LOG.debug("{} was not sent yet", word, failure);
    } catch (RuntimeException | OutOfMemoryError e) {
      // the word is said all the same, once that is possible
    }
  }

  /** The reading thread closes this when the connection is broken. */
  private synchronized void pause(Control word) throws InterruptedException {
    if (word != null && word.kind() == Control.Kind.PROBE) {
      probing = false;
    }
    if (!closed) {
      TimeUnit.NANOSECONDS.timedWait(this, interval);
    }
  }
}
