package org.g2cl.jgcs.tck;

/** The toy engine without a fault passes; so what fails with one fails by it. */
class SoundBindingTest extends ContractSuite {
  @Override
  protected Binding createBinding() {
    return ToyBinding.with(Fault.NONE);
  }
}
