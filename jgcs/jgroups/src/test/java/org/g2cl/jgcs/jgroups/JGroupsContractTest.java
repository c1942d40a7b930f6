package org.g2cl.jgcs.jgroups;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;
import org.g2cl.jgcs.tck.jgroups.StackBinding;

class JGroupsContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return StackBinding.onTcp(JGroupsProtocolProvider.NAME);
  }
}
