package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlantedFaultTest {
  private static final int SEEDS = 200;
  private static final String NOTHING = "nothing";

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldFindEachPlantedFault(PlantedFault fault) throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Mutant mutant = fault.load();
    Thread.currentThread().setContextClassLoader(mutant); // engines are found by it
    String found;
    try {
      found = firstViolation(mutant);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertThat(found).as("%s within %d seeds", fault, SEEDS).isNotEqualTo(NOTHING);
    System.getLogger("simulation").log(System.Logger.Level.INFO, "{0}: {1}", fault, found);
  }

  private static String firstViolation(Mutant mutant) throws Exception {
    Class<?> plan = mutant.loadClass(Plan.class.getName());
    Object brief = plan.getMethod("brief").invoke(null);
    Method run = mutant.loadClass(Simulation.class.getName()).getMethod("run", long.class, plan);
    for (int seed = 1; seed <= SEEDS; seed++) {
      Object result = run.invoke(null, (long) seed, brief);
      List<?> violations = (List<?>) result.getClass().getMethod("violations").invoke(result);
      if (!violations.isEmpty()) {
        return "seed " + seed + ": " + violations.get(0);
      }
    }
    return NOTHING;
  }
}
