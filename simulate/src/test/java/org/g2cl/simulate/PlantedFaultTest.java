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

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldFindEachPlantedFault(PlantedFault fault) throws Exception {
    Mutant mutant = fault.load();
    Thread.currentThread().setContextClassLoader(mutant); // engines are found by it
    Class<?> plan = mutant.loadClass(Plan.class.getName());
    Object brief = plan.getMethod("brief").invoke(null);
    Method run = mutant.loadClass(Simulation.class.getName()).getMethod("run", long.class, plan);
    String found = "nothing";
    int seed = 0;
    while (found.equals("nothing") && seed < SEEDS) {
      seed++;
      Object result = run.invoke(null, (long) seed, brief);
      List<?> violations = (List<?>) result.getClass().getMethod("violations").invoke(result);
      found = violations.isEmpty() ? "nothing" : violations.get(0).toString();
    }
    assertThat(found).as("%s within %d seeds", fault, SEEDS).isNotEqualTo("nothing");
    System.getLogger("simulation")
        .log(System.Logger.Level.INFO, "{0}: seed {1}: {2}", fault, seed, found);
  }
}
