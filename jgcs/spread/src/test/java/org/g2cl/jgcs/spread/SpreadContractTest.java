package org.g2cl.jgcs.spread;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;

/** The contract suite on this binding, with the in-test daemon. */
class SpreadContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() throws Exception {
    return SpreadBinding.onInTestDaemon();
  }
}
