package org.g2cl.cmi.tomee.graph;

import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;

/** What graphs may hold, and how references to beans travel. Thread-safe. */
public interface GraphRules {
  /** Tells whether objects of that class may be written and read; asked once per class. */
  boolean allows(Class<?> type);

  /**
   * Checks a class that is about to be read.
   *
   * @throws InvalidClassException when it may not be read; the message says what to do
   */
  void check(Class<?> type) throws InvalidClassException;

  /** Tells whether a class that is allowed comes from the application, not from the platform. */
  boolean isOfApplication(Class<?> type);

  /**
   * Version that is to be compared with the {@code serialVersionUID} of the class here.
   *
   * @param written version of the class where the graph was written
   */
  long versionFitting(Class<?> type, long written);

  /** Tells whether objects of that class are references to beans, which travel as names. */
  boolean isReference(Class<?> type);

  /** Names of a reference, a record of an allowed class. */
  Record namesOf(Object reference) throws NotSerializableException;

  /** Reference of those names. */
  Object referenceOf(Object names) throws InvalidObjectException;

  /** Longest nesting of objects. */
  int maxDepth();

  /** Most bytes of a graph that is written. */
  int maxBytes();

  /** Most bytes of a graph that is read, which may be written by other rules; no fewer. */
  int maxBytesRead();
}
