package org.g2cl.jgcs.jgroups4;

import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.ContractSuite;

class JGroups4ContractTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return new JGroups4Binding();
  }
}
