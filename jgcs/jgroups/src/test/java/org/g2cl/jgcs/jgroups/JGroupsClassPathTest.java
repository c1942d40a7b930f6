package org.g2cl.jgcs.jgroups;

import org.g2cl.jgcs.tck.jgroups.ClassPathContract;

class JGroupsClassPathTest extends ClassPathContract {
  @Override
  protected String engine() {
    return JGroupsProtocolProvider.NAME;
  }

  @Override
  protected String line() {
    return "5.5";
  }
}
