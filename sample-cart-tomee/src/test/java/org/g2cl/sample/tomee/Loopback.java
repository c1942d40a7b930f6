package org.g2cl.sample.tomee;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** Servers on this machine's loopback address. */
final class Loopback {
  private Loopback() {}

  static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
