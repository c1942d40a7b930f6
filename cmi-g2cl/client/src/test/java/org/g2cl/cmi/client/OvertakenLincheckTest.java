package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of requests of one session of which two may be under way: none is overtaken by more
 * than one that is executed, but one that was refused does not count, and nothing of them stays.
 */
public class OvertakenLincheckTest {
  private static final Duration FOR_EVER = Duration.ofDays(1);
  private static final int MOST = 1;

  private final Overtaking overtaking = new Overtaking(MOST);

  /** Numbers of the requests that are, or may be, executed. */
  private final Set<Integer> executed = ConcurrentHashMap.newKeySet();

  private int last;

  @Operation
  public boolean request() {
    int[] number = new int[1];
    Overtaking.Passage passage = begin(number);
    long later = executed.stream().filter(other -> other > number[0]).count();
    passage.end(false);
    return later <= MOST;
  }

  @Operation
  public boolean refusedRequest() {
    int[] number = new int[1];
    Overtaking.Passage passage = begin(number);
    executed.remove(number[0]); // from now on another one may go in its place
    passage.end(true);
    return true;
  }

  private Overtaking.Passage begin(int[] number) {
    return overtaking.begin(
        "session",
        FOR_EVER,
        () -> {
          number[0] = ++last;
          executed.add(last);
        });
  }

  @Validate
  public void shouldKeepNothing() {
    if (overtaking.sessions() != 0) {
      throw new IllegalStateException(overtaking.sessions() + " sessions stay");
    }
  }

  @Test
  @Tag("slow")
  void shouldLetNoRequestBeOvertakenByMoreThanItMay() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 3))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 20))
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(OvertakenLincheckTest.class);
  }
}
