package org.g2cl.jgcs.tck.jgroups;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import org.g2cl.jgcs.tck.FreePorts;

/** Multicast on the loopback, which that of Linux carries even when it does not say so. */
final class Multicast {
  private static final String HOST = "239.8.8.9";
  private static final int TIMEOUT_MILLIS = 1000;

  private Multicast() {}

  /** Address that no other test uses; skips the test where the loopback carries no multicast. */
  static String address() throws IOException {
    InetSocketAddress group = new InetSocketAddress(HOST, FreePorts.next());
    assumeTrue(isCarried(group), "the loopback of this machine carries no multicast");
    return HOST + ":" + group.getPort();
  }

  private static boolean isCarried(InetSocketAddress group) throws IOException {
    NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    try (MulticastSocket socket = new MulticastSocket(group)) {
      socket.setNetworkInterface(loopback);
      socket.joinGroup(group, loopback);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.send(new DatagramPacket(new byte[1], 1, group));
      socket.receive(new DatagramPacket(new byte[1], 1));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
