package org.g2cl.loadtest.command;

import java.io.ObjectInputFilter;

/**
 * Limits of what a request may be made of, in the process of one node: OpenEJB's list of classes
 * says nothing of how many objects there are, and nested sets of a few hundred bytes would keep a
 * thread busy for years. Streams of states have them too, besides their own.
 */
final class RequestLimits {
  private static final long DEPTH = 20;
  private static final long REFERENCES = 1_000_000;
  private static final long ARRAY = 16 << 20;
  private static final long BYTES = 32 << 20;

  private RequestLimits() {}

  /** The limits as a filter, which every object of a request asks: one made of a text is slower. */
  static ObjectInputFilter filter() {
    return new Limits();
  }

  private static final class Limits implements ObjectInputFilter {
    @Override
    public Status checkInput(FilterInfo info) {
      boolean isWithin =
          info.depth() <= DEPTH
              && info.references() <= REFERENCES
              && info.arrayLength() <= ARRAY
              && info.streamBytes() <= BYTES;
      return isWithin ? Status.UNDECIDED : Status.REJECTED;
    }

    /** As the JDK writes such a filter. */
    @Override
    public String toString() {
      return "maxdepth=%d;maxrefs=%d;maxarray=%d;maxbytes=%d"
          .formatted(DEPTH, REFERENCES, ARRAY, BYTES);
    }
  }

  /** Sets them for this JVM, unless its user has set a filter, {@code jdk.serialFilter}. */
  static void set() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(filter());
    }
  }
}
