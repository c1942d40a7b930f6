package org.g2cl.jgcs.jgroups4;

import org.g2cl.jgcs.tck.jgroups.JoinAdmissionContract;

class JGroups4AdmissionTest extends JoinAdmissionContract {
  @Override
  protected String engine() {
    return JGroups4ProtocolProvider.NAME;
  }
}
