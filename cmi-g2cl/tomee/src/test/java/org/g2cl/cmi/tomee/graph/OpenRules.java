package org.g2cl.cmi.tomee.graph;

import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.util.Set;

/** Rules that allow all classes but those named. */
final class OpenRules implements GraphRules {
  private final Set<String> refused;

  OpenRules(String... refused) {
    this.refused = Set.of(refused);
  }

  @Override
  public boolean allows(Class<?> type) {
    return !refused.contains(type.getName());
  }

  @Override
  public void check(Class<?> type) throws InvalidClassException {
    if (!allows(type)) {
      throw new InvalidClassException(type.getName(), "is refused");
    }
  }

  @Override
  public boolean isOfApplication(Class<?> type) {
    return type.getClassLoader() != null
        && type.getClassLoader() != ClassLoader.getPlatformClassLoader()
        && allows(type);
  }

  @Override
  public long versionFitting(Class<?> type, long written) {
    return written;
  }

  @Override
  public boolean isReference(Class<?> type) {
    return type == Stub.class;
  }

  /** What stands for a bean. */
  record Stub(String bean) {}

  /** What a stub travels as. */
  record Names(String bean) implements java.io.Serializable {}

  @Override
  public Record namesOf(Object reference) throws NotSerializableException {
    return new Names(((Stub) reference).bean());
  }

  @Override
  public Object referenceOf(Object names) throws InvalidObjectException {
    if (names instanceof Names found) {
      return new Stub(found.bean());
    }
    throw new InvalidObjectException("no names");
  }

  @Override
  public int maxDepth() {
    return 32;
  }

  @Override
  public int maxBytes() {
    return 1_000_000;
  }

  @Override
  public int maxBytesRead() {
    return 2_000_000;
  }
}
