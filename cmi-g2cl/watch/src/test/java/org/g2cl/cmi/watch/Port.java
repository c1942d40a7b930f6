package org.g2cl.cmi.watch;

import java.io.IOException;
import org.g2cl.jgcs.tck.FreePorts;

/** A port of loopback that nobody listens on. */
record Port(int number) {
  static Port free() throws IOException {
    return new Port(FreePorts.next());
  }

  String address() {
    return "127.0.0.1:" + number;
  }
}
