package org.g2cl.propagation;

/**
 * Place of a change in the history of its session: the newer ownership wins, then the newer
 * version.
 *
 * @param epoch ownership under which the change was made; 0 before the first
 * @param version number of the change; never used twice within an epoch
 */
record Stamp(long epoch, long version) implements Comparable<Stamp> {
  /** Before every change. */
  static final Stamp NONE = new Stamp(0, 0);

  @Override
  public int compareTo(Stamp other) {
    int byEpoch = Long.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(version, other.version);
  }

  /** Place right behind this one. */
  Stamp next() {
    return new Stamp(epoch, version + 1);
  }

  /** Place right before this one. */
  Stamp before() {
    return new Stamp(epoch, version - 1);
  }

  /** The newer of both. */
  static Stamp newer(Stamp one, Stamp other) {
    return other.newerThan(one) ? other : one;
  }

  boolean newerThan(Stamp other) {
    return compareTo(other) > 0;
  }

  // Written out: what the compiler makes of a record is slow until C2 has compiled it.
  @Override
  public boolean equals(Object other) {
    return other instanceof Stamp that && epoch == that.epoch && version == that.version;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(epoch * 31 + version);
  }

  @Override
  public String toString() {
    return epoch + "." + version;
  }
}
