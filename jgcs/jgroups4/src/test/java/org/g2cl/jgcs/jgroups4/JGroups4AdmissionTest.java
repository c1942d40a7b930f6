package org.g2cl.jgcs.jgroups4;

import org.g2cl.jgcs.tck.jgroups.AdmissionContract;

class JGroups4AdmissionTest extends AdmissionContract {
  @Override
  protected String engine() {
    return JGroups4ProtocolProvider.NAME;
  }
}
