package org.g2cl.cmi.tomee;

import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphRules;

/** The list of a bean's classes, and the limits of its states, as rules for graphs. */
final class StateRules implements GraphRules {
  private final ClassAllowList allowed;
  private final ContentLimits limits;

  StateRules(ClassAllowList allowed, ContentLimits limits) {
    this.allowed = allowed;
    this.limits = limits;
  }

  @Override
  public boolean allows(Class<?> type) {
    return allowed.allows(type);
  }

  @Override
  public void check(Class<?> type) throws InvalidClassException {
    allowed.check(type);
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
    return StreamLimits.MAX_DEPTH;
  }

  @Override
  public int maxBytes() {
    return limits.stateBytes();
  }

  @Override
  public int maxBytesRead() {
    return ContentLimits.MOST_STATE_BYTES;
  }
}
