package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;
import org.g2cl.jgcs.tck.jgroups.StackBinding;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class JGroupsMulticastContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() throws IOException {
    return StackBinding.onMulticast(JGroupsProtocolProvider.NAME);
  }
}
