package org.g2cl.cmi.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of loopback that nobody listens on. */
record Port(int number) {
  static Port free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Port(socket.getLocalPort());
    }
  }

  String address() {
    return "127.0.0.1:" + number;
  }
}
