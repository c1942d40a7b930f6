package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlantedFaultTest {
  private static final int SEEDS = 200;
  private static final int SOME_SEEDS = 2;

  /** One of each kind, of which a few seeds are enough; all of them take minutes. */
  private static final Set<PlantedFault> FIRST =
      EnumSet.of(
          PlantedFault.ACKNOWLEDGE_BEFORE_REPLICATING,
          PlantedFault.SKIP_THE_REPLY_TABLE,
          PlantedFault.NO_FENCING,
          PlantedFault.TOMBSTONE_DROPPED,
          PlantedFault.UNDECIDED_NEVER_SETTLED,
          PlantedFault.MINORITY_GOES_ON,
          PlantedFault.UPDATE_ON_ANY_BASE,
          PlantedFault.TWO_CALLS_AT_A_TIME,
          PlantedFault.MARKER_NOT_WRITTEN,
          PlantedFault.LATE_REQUESTS_EXECUTED,
          PlantedFault.ERROR_IN_A_RECEIVER,
          PlantedFault.ENTRIES_NOT_ANNOUNCED);

  private static final String NOTHING = "nothing";
  private static final String ERRORS = "had errors";

  static Set<PlantedFault> first() {
    return FIRST;
  }

  static Set<PlantedFault> others() {
    return EnumSet.complementOf(EnumSet.copyOf(FIRST));
  }

  @ParameterizedTest
  @MethodSource("first")
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldFindEachPlantedFault(PlantedFault fault) throws Exception {
    assertFound(fault);
  }

  @ParameterizedTest
  @MethodSource("others")
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  @Tag("slow")
  void shouldFindEachOtherPlantedFault(PlantedFault fault) throws Exception {
    assertFound(fault);
  }

  private static void assertFound(PlantedFault fault) throws Exception {
    String found = firstViolation(fault.load(), fault.nodes(), SEEDS);
    assertThat(found).as("%s within %d seeds", fault, SEEDS).isNotEqualTo(NOTHING);
    fault
        .error()
        .ifPresentOrElse(
            error -> assertThat(found).contains(ERRORS, error),
            () -> assertThat(found).as("%s shows in a session", fault).doesNotContain(ERRORS));
    System.getLogger("simulation").log(System.Logger.Level.INFO, "{0}: {1}", fault, found);
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldFindNothingWithTheFaultsOfAPlantedFaultButWithoutIt() throws Exception {
    Mutant mutant = new Mutant(PlantedFault.straggler());
    assertThat(firstViolation(mutant, Plan.MOST, SOME_SEEDS)).isEqualTo(NOTHING);
  }

  /** In a thread of its own, which stays on one processor as those of a campaign do. */
  private static String firstViolation(Mutant mutant, int nodes, int seeds) throws Exception {
    var search =
        new FutureTask<String>(
            () -> {
              Processor.keepTo(nodes);
              return violation(mutant, nodes, seeds);
            });
    Thread thread = new Thread(search, "search");
    thread.setDaemon(true);
    thread.setContextClassLoader(mutant); // engines are found by it
    thread.start();
    return search.get();
  }

  private static String violation(Mutant mutant, int nodes, int seeds) throws Exception {
    Class<?> plan = mutant.loadClass(Plan.class.getName());
    Object brief = plan.getMethod("brief", int.class).invoke(null, nodes);
    Method run = mutant.loadClass(Simulation.class.getName()).getMethod("run", long.class, plan);
    for (int seed = 1; seed <= seeds; seed++) {
      Object result = run.invoke(null, (long) seed, brief);
      List<?> violations = (List<?>) result.getClass().getMethod("violations").invoke(result);
      if (!violations.isEmpty()) {
        return "seed " + seed + ": " + violations.get(0);
      }
    }
    return NOTHING;
  }
}
