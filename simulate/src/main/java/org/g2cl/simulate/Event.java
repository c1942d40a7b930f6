package org.g2cl.simulate;

/**
 * Something that happens at a moment of virtual time.
 *
 * @param number order among those of one moment
 * @param machine on which it happens, or null when it is nobody's
 */
record Event(long nanos, long number, Machine machine, Runnable action)
    implements Comparable<Event> {
  @Override
  public int compareTo(Event other) {
    int byTime = Long.compare(nanos, other.nanos);
    return byTime != 0 ? byTime : Long.compare(number, other.number);
  }
}
