package org.g2cl.simulate;

import net.bytebuddy.asm.Advice;

/** What stands in place of {@link Faults#start}: the faults that a planted fault needs. */
@SuppressWarnings("unused") // copied into the class
final class Scenario {
  private Scenario() {}

  /** {@link Straggler}. */
  static final class OfStraggler {
    private OfStraggler() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.FieldValue("world") World world, @Advice.FieldValue("cluster") Cluster cluster) {
      Straggler.strike(world, cluster);
      return true;
    }
  }
}
