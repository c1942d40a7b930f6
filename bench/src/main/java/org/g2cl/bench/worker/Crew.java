package org.g2cl.bench.worker;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Workers of one experiment, numbered from 0. */
public final class Crew implements AutoCloseable {
  private final List<Worker> workers;

  Crew(List<Worker> workers) {
    this.workers = List.copyOf(workers);
  }

  /** Number of workers. */
  public int size() {
    return workers.size();
  }

  /** Worker of a number. */
  public Worker worker(int index) {
    return workers.get(index);
  }

  /** Some of these workers; they are closed with the whole crew. */
  public Crew part(int from, int to) {
    return new Crew(workers.subList(from, to));
  }

  /** Asks all at the same time the same, and waits for all answers; they are in order. */
  public List<JsonNode> all(Class<? extends Role> role, String verb, Object... namesAndValues) {
    Arguments arguments = Arguments.of(namesAndValues);
    return all(role, verb, index -> arguments);
  }

  /** Asks all at the same time, each with arguments of its own, and waits for all answers. */
  public List<JsonNode> all(
      Class<? extends Role> role, String verb, IntFunction<Arguments> arguments) {
    List<CompletableFuture<JsonNode>> asked = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      asked.add(workers.get(i).ask(role, verb, arguments.apply(i)));
    }
    return asked.stream().map(Answers::await).toList();
  }

  @Override
  public void close() {
    workers.parallelStream().forEach(Worker::close);
  }
}
