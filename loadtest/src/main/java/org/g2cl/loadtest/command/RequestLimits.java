package org.g2cl.loadtest.command;

import java.io.ObjectInputFilter;

/**
 * Limits of what a request may be made of, in the process of one node: OpenEJB's list of classes
 * says nothing of how many objects there are, and nested sets of a few hundred bytes would keep a
 * thread busy for years. Streams of states have them too, besides their own.
 */
final class RequestLimits {
  static final String LIMITS = "maxdepth=20;maxrefs=1000000;maxarray=16777216;maxbytes=33554432";

  private RequestLimits() {}

  /** Sets them for this JVM, unless its user has set a filter, {@code jdk.serialFilter}. */
  static void set() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(LIMITS));
    }
  }
}
