package org.g2cl.sample.tomee;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** Servers on this machine's loopback address. */
final class Loopback {
  private static final int PATIENCE_MILLIS = 5_000;

  private Loopback() {}

  static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Whether a request gets an answer, whatever it says: a port listens before its server serves.
   */
  static boolean answersHttp(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      return socket.getInputStream().read() >= 0;
    } catch (IOException e) {
      return false;
    }
  }
}
