package org.g2cl;

/**
 * Caller of methods by their id, in place of reflection.
 *
 * <p>What it invokes may be called by any member, annotated with {@link RemoteCallable} or not.
 */
@FunctionalInterface
public interface MethodInvoker {
  /**
   * Invokes the method of that id and gives its result: {@code byte[]}, {@code String}, a boxed
   * primitive or null.
   *
   * @param target server object, which may be null
   * @throws Exception which goes to the caller as a {@link RemoteInvocationException}
   */
  Object invoke(Object target, short id, Object[] args) throws Exception;
}
