package org.g2cl.jgcs.jgroups;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;

class JGroupsContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return new JGroupsBinding();
  }
}
