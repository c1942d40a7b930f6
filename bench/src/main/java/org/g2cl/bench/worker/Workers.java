package org.g2cl.bench.worker;

import java.util.stream.IntStream;

/** Source of workers. */
@FunctionalInterface
public interface Workers {
  /** Starts so many; they are ready when they answer. */
  Crew start(int count);

  /** Workers that are threads of this JVM. */
  static Workers threads() {
    return count ->
        new Crew(
            IntStream.range(0, count)
                .<Worker>mapToObj(i -> new ThreadWorker("worker" + i))
                .toList());
  }
}
