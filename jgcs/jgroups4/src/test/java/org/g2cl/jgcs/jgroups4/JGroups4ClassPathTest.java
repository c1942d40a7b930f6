package org.g2cl.jgcs.jgroups4;

import org.g2cl.jgcs.tck.jgroups.ClassPathContract;

class JGroups4ClassPathTest extends ClassPathContract {
  @Override
  protected String engine() {
    return JGroups4ProtocolProvider.NAME;
  }

  @Override
  protected String line() {
    return "4.2";
  }
}
