package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.Iterator;
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

  /** Words that wait, one for each subject. */
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
      Control next = next();
      while (next != null) {
        cast(next);
        next = next();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Control next() throws InterruptedException {
    while (!closed) {
      Iterator<Control> words = waiting.values().iterator();
      if (words.hasNext()) {
        Control word = words.next();
        words.remove();
        return word;
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

  private void cast(Control word) throws InterruptedException {
    try {
      out.cast(word);
    } catch (GroupException e) {
      LOG.debug("{} was not sent yet", word, e);
      again(word);
    }
  }

  /** The reading thread closes this when the connection is broken. */
  private synchronized void again(Control word) throws InterruptedException {
    if (!word.isOfLife()) {
      waiting.putIfAbsent(word.subject(), word);
    } else if (word.kind() == Control.Kind.PROBE) {
      probing = false;
    }
    if (!closed) {
      TimeUnit.NANOSECONDS.timedWait(this, interval);
    }
  }
}
