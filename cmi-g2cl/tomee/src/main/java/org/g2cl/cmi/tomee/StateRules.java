package org.g2cl.cmi.tomee;

import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import org.g2cl.cmi.tomee.graph.GraphRules;

/** The list of a bean's classes, and the filter of the JVM if it has one, as rules for graphs. */
final class StateRules implements GraphRules {
  private final ClassAllowList allowed;

  StateRules(ClassAllowList allowed) {
    this.allowed = allowed;
  }

  @Override
  public boolean allows(Class<?> type) {
    return allowed.allows(type);
  }

  @Override
  public void check(Class<?> type) throws InvalidClassException {
    allowed.check(type);
    ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
    if (ofJvm != null && ofJvm.checkInput(new Asked(type)) == ObjectInputFilter.Status.REJECTED) {
      throw new InvalidClassException(
          type.getName(), "the JVM's own filter (jdk.serialFilter) refuses it");
    }
  }

  /** What the JVM's filter is asked: a class, before any object of it. */
  private record Asked(Class<?> serialClass) implements ObjectInputFilter.FilterInfo {
    @Override
    public long arrayLength() {
      return -1;
    }

    @Override
    public long depth() {
      return 1;
    }

    @Override
    public long references() {
      return 1;
    }

    @Override
    public long streamBytes() {
      return 0;
    }
  }

  @Override
  public boolean isOfApplication(Class<?> type) {
    return allowed.isOfApplication(type);
  }

  @Override
  public long versionFitting(Class<?> type, long written) {
    return ClassVersions.fitting(type, written);
  }

  @Override
  public boolean isReference(Class<?> type) {
    return References.isProxy(type);
  }

  @Override
  public Record namesOf(Object reference) throws NotSerializableException {
    return References.namesOf(reference);
  }

  @Override
  public Object referenceOf(Object names) throws InvalidObjectException {
    return References.proxyOf(names);
  }

  @Override
  public int maxDepth() {
    return ClassAllowList.MAX_DEPTH;
  }

  @Override
  public int maxArray() {
    return ClassAllowList.MAX_ARRAY;
  }

  @Override
  public int maxReferences() {
    return ClassAllowList.MAX_REFERENCES;
  }

  @Override
  public int maxBytes() {
    return ClassAllowList.MAX_BYTES;
  }
}
