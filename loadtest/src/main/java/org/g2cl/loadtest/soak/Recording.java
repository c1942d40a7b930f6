package org.g2cl.loadtest.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Answers of all clients, by slice of time. Thread-safe. */
final class Recording {
  private static final int MOST_COMPLAINTS = 5;

  private final long begin;
  private final long slice;
  private final List<Tally> tallies = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();
  private long unsent;

  /**
   * Recording of so many slices.
   *
   * @param begin of the first, {@link System#nanoTime()}
   */
  Recording(long begin, Duration slice, int slices) {
    this.begin = begin;
    this.slice = slice.toNanos();
    for (int i = 0; i < slices; i++) {
      tallies.add(new Tally());
    }
  }

  /** Adds an answer; what ends after the last slice counts there. */
  synchronized void add(long due, long end, boolean ok) {
    long index = Math.max(0, Math.min(tallies.size() - 1, (end - begin) / slice));
    tallies.get((int) index).add(end - due, ok);
  }

  /** Adds requests that were due and not sent before the end. */
  synchronized void addUnsent(long requests) {
    unsent += requests;
  }

  /** Notes why a request failed; the first few are kept. */
  synchronized void complain(String sentence) {
    if (complaints.size() < MOST_COMPLAINTS) {
      complaints.add(sentence);
    }
  }

  /** Answers of the slices from one, included, to another, excluded. */
  synchronized Tally between(int from, int to) {
    Tally sum = new Tally();
    tallies.subList(from, to).forEach(sum::add);
    return sum;
  }

  /** Answers of all slices. */
  synchronized Tally all() {
    return between(0, tallies.size());
  }

  /** Requests that were due until the end, sent or not. */
  synchronized long due() {
    return all().requests() + unsent;
  }

  synchronized List<String> complaints() {
    return List.copyOf(complaints);
  }
}
