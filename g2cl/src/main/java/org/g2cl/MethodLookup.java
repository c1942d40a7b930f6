package org.g2cl;

import java.lang.reflect.Method;

/**
 * Table of methods by short numbers, the same at all members, which spares sending names.
 *
 * <p>What it answers may be called by any member, annotated with {@link RemoteCallable} or not.
 */
@FunctionalInterface
public interface MethodLookup {
  /** Method of that id, or null when there is none. */
  Method findMethod(short id);
}
