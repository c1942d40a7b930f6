package org.g2cl.propagation;

import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** What does the difference of two states cost, at the owner and at the backup? */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DeltaBenchmark {
  /** Bytes of the state. */
  @Param({"1000", "100000"})
  public int size;

  private byte[] before;
  private Change inPlace;
  private Change grown;
  private Patch patch;
  private Patch back;
  private byte[] held;
  private boolean isPatched;

  /** Makes states. */
  @Setup
  public void make() {
    before = new byte[size];
    new Random(1).nextBytes(before);
    byte[] overwritten = before.clone();
    overwritten[10]++;
    overwritten[size / 2]++;
    byte[] longer = new byte[size + 3];
    System.arraycopy(before, 0, longer, 0, size / 2);
    System.arraycopy(before, size / 2, longer, size / 2 + 3, size - size / 2);
    longer[10]++;
    inPlace = change(overwritten);
    grown = change(longer);
    patch = Patch.of(before, inPlace);
    back = Patch.of(overwritten, change(before));
    held = before.clone();
  }

  private static Change change(byte[] state) {
    return new Change(new Stamp(1, 2), new RequestId("r"), new byte[20], state);
  }

  /** Two fields overwritten. */
  @Benchmark
  public Object inPlace() {
    return Patch.of(before, inPlace);
  }

  /** One field overwritten, and one grown by three bytes. */
  @Benchmark
  public Object grown() {
    return Patch.of(before, grown);
  }

  /**
   * The backup's part, one difference after the other: the checksum of its state is known, and the
   * array, which nobody else has, is written into where that is worth it.
   */
  @Benchmark
  public Object apply() {
    Patch next = isPatched ? back : patch;
    Change change = next.on(held, next.baseChecksum(), true);
    held = change.state();
    isPatched = !isPatched;
    return change;
  }

  /** The same where others may have the array, as while a change is undecided. */
  @Benchmark
  public Object applyToShared() {
    return patch.on(before, patch.baseChecksum(), false);
  }
}
