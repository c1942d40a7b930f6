package org.g2cl.jgcs.spread;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;

/** The contract suite on this binding, with the real daemons that the environment names. */
class RealDaemonContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() throws Exception {
    return SpreadBinding.onRealDaemons();
  }
}
