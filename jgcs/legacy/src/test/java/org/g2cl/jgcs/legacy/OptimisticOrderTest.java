package org.g2cl.jgcs.legacy;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.DeliveryContract;

/** A plug-in that delivers at once in any order, and tells the order by its notifications. */
class OptimisticOrderTest extends DeliveryContract {
  @Override
  protected Binding createBinding() {
    return new LegacyBinding("optimistic", "regular");
  }
}
