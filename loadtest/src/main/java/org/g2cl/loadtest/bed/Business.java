package org.g2cl.loadtest.bed;

import org.g2cl.loadtest.bed.BedState.BusinessEntry;

/**
 * Business node of the bed.
 *
 * @param place where it listens
 */
record Business(ManagedProcess process, Place place) {
  /**
   * Where a business node listens; kept when it is started again.
   *
   * @param host host that it runs on
   * @param port port of its beans
   * @param groupPort port of its group communication
   * @param statusPort port of its status
   */
  record Place(String name, Host host, int port, int groupPort, int statusPort) {
    static Place take(String name, Host host) {
      return new Place(name, host, host.takePort(), host.takePort(), host.takePort());
    }

    void release() {
      host.release(port);
      host.release(groupPort);
      host.release(statusPort);
    }

    String beans() {
      return host.address() + ":" + port;
    }

    String group() {
      return host.address() + ":" + groupPort;
    }
  }

  String name() {
    return place.name();
  }

  BusinessEntry entry() {
    return new BusinessEntry(name(), place.host().address(), place.port(), place.statusPort());
  }
}
