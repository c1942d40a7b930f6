package org.g2cl.jgcs.jgroups4;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;
import org.g2cl.jgcs.tck.jgroups.StackBinding;

class JGroups4ContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return StackBinding.onTcp(JGroups4ProtocolProvider.NAME);
  }
}
