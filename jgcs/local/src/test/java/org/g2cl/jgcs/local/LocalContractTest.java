package org.g2cl.jgcs.local;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;

class LocalContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return new LocalBinding();
  }
}
