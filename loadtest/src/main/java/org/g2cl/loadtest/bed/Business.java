package org.g2cl.loadtest.bed;

import org.g2cl.loadtest.bed.BedState.BusinessEntry;

/** Business node of the bed with its ports. */
record Business(ManagedProcess process, int port, int groupPort, int statusPort) {
  String name() {
    return process.name();
  }

  BusinessEntry entry() {
    return new BusinessEntry(name(), port, statusPort);
  }
}
