package org.g2cl.bench.worker;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletableFuture;

/** One that plays roles: a JVM of its own, or a thread of this one. */
public interface Worker extends AutoCloseable {
  /**
   * Asks a role; a worker does one thing after another.
   *
   * @return the answer; it ends with a {@link BenchException} when the worker failed
   */
  CompletableFuture<JsonNode> ask(Class<? extends Role> role, String verb, Arguments arguments);

  /** Asks and waits for the answer. */
  default JsonNode tell(Class<? extends Role> role, String verb, Object... namesAndValues) {
    return Answers.await(ask(role, verb, Arguments.of(namesAndValues)));
  }

  /** Asks and waits for the answer. */
  default JsonNode tell(Class<? extends Role> role, String verb, Arguments arguments) {
    return Answers.await(ask(role, verb, arguments));
  }

  /** Ends the worker. */
  @Override
  void close();
}
