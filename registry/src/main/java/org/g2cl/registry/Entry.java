package org.g2cl.registry;

import java.util.Arrays;

/**
 * Entry as the replicas keep it.
 *
 * @param value in the form of {@link Values}
 * @param owner number of the membership that owns it
 * @param version count of writes that it was made by; the higher one wins after a merge
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, compared by same() only
record Entry(String name, byte[] value, long owner, long version) {
  boolean beats(Entry other) {
    return version != other.version ? version > other.version : owner > other.owner;
  }

  boolean same(Entry other) {
    return owner == other.owner && version == other.version && Arrays.equals(value, other.value);
  }

  /** What sums of entries are compared by. */
  long digest() {
    long hash = name.hashCode() * 31L + Arrays.hashCode(value);
    return (hash ^ (hash >>> 29)) * 0x9E3779B97F4A7C15L + version;
  }
}
