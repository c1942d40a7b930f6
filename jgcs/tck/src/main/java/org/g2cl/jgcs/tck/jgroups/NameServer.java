package org.g2cl.jgcs.tck.jgroups;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Server of DNS on the loopback address that knows nothing and keeps what it was asked for. */
final class NameServer implements AutoCloseable {
  private static final int LONGEST_QUESTION = 512;
  private static final int FLAGS = 2;
  private static final byte ANSWER = (byte) 0x84;
  private static final int HEADER = 12;
  private static final int SRV = 33;

  private final DatagramSocket socket;
  private final List<String> questions = new CopyOnWriteArrayList<>();

  private NameServer() throws IOException {
    socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
  }

  static NameServer start() throws IOException {
    NameServer server = new NameServer();
    Thread thread = new Thread(server::answer, "name server");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  /** As the setting {@code dns-server} wants it. */
  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Kinds of records and names, for instance {@code SRV _group._tcp.test.} */
  List<String> questions() {
    return questions;
  }

  private void answer() {
    DatagramPacket packet = new DatagramPacket(new byte[LONGEST_QUESTION], LONGEST_QUESTION);
    try {
      while (true) {
        packet.setLength(LONGEST_QUESTION);
        socket.receive(packet);
        questions.add(question(packet.getData()));
        packet.getData()[FLAGS] = ANSWER; // the question as it came, without a record
        socket.send(packet);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static String question(byte[] packet) {
    StringBuilder name = new StringBuilder();
    int at = HEADER;
    for (int length = packet[at]; length > 0; length = packet[at]) {
      name.append(new String(packet, at + 1, length, StandardCharsets.US_ASCII)).append('.');
      at += 1 + length;
    }
    int type = packet[at + 1] << Byte.SIZE | packet[at + 2];
    return (type == SRV ? "SRV " : type + " ") + name;
  }

  @Override
  public void close() {
    socket.close();
  }
}
