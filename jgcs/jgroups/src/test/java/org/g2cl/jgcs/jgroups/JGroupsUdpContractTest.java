package org.g2cl.jgcs.jgroups;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;
import org.g2cl.jgcs.tck.jgroups.StackBinding;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class JGroupsUdpContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return StackBinding.onUdp(JGroupsProtocolProvider.NAME);
  }
}
