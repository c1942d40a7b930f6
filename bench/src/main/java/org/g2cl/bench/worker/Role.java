package org.g2cl.bench.worker;

/**
 * Part that a worker plays; made by its public constructor without parameters when first asked.
 *
 * <p>Asked by one thread at a time.
 */
public interface Role extends AutoCloseable {
  /**
   * Does what is asked.
   *
   * @return the answer, of what Jackson writes as JSON; null when there is nothing to say
   * @throws Exception the measurement ends with its message
   */
  Object handle(String verb, Arguments arguments) throws Exception;

  @Override
  void close();
}
