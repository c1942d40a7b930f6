package org.g2cl.jgcs.jgroups4;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;
import org.g2cl.jgcs.tck.jgroups.StackBinding;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class JGroups4UdpContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return StackBinding.onUdp(JGroups4ProtocolProvider.NAME);
  }
}
