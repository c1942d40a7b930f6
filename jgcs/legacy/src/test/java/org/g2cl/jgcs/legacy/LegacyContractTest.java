package org.g2cl.jgcs.legacy;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;

class LegacyContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return new LegacyBinding("ordered", "");
  }
}
