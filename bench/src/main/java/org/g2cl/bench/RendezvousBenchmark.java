package org.g2cl.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.g2cl.propagation.Rendezvous;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to rank the members for a session, by number of members? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx256m"})
public class RendezvousBenchmark {
  private static final String SESSION = "0123456789abcdef0123456789abcdef";

  /** Members to rank. */
  @Param({"2", "6", "9"})
  public int members;

  private List<String> names;

  /** Names the members as the test bed does. */
  @Setup
  public void name() {
    names = IntStream.range(0, members).mapToObj(i -> "127.0.0.1:" + (14_201 + i)).toList();
  }

  /** One ranking. */
  @Benchmark
  public List<String> rank() {
    return Rendezvous.rank(SESSION, names);
  }

  // How to run: java -jar bench/target/benchmarks.jar RendezvousBenchmark
}
