package org.g2cl.bench.layers;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.worker.BenchException;

/** Bound of all layers: length, bytes, and one byte back, by blocking TCP with TCP_NODELAY. */
final class SocketLink implements Link {
  private static final int BUFFER = 64 * 1024;

  private final ServerSocket server;
  private volatile Socket socket;
  private DataOutputStream out;
  private DataInputStream in;

  private SocketLink(ServerSocket server) {
    this.server = server;
  }

  /** The first of the peers listens, the other connects. */
  static SocketLink open(Map<String, String> settings) throws IOException {
    String first = settings.get(ProtocolProvider.PEERS).split(",", -1)[0];
    int port = Integer.parseInt(first.substring(first.indexOf(':') + 1));
    if (settings.get(ProtocolProvider.BIND_PORT).equals(Integer.toString(port))) {
      SocketLink link = new SocketLink(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
      Thread thread = new Thread(link::serve, "socket");
      thread.setDaemon(true);
      thread.start();
      return link;
    }
    SocketLink link = new SocketLink(null);
    link.use(new Socket(InetAddress.getLoopbackAddress(), port));
    return link;
  }

  private void use(Socket connected) throws IOException {
    connected.setTcpNoDelay(true);
    out = new DataOutputStream(new BufferedOutputStream(connected.getOutputStream(), BUFFER));
    in = new DataInputStream(connected.getInputStream());
    socket = connected;
  }

  private void serve() {
    try {
      use(server.accept());
      while (true) {
        in.readFully(new byte[in.readInt()]);
        out.writeByte(1);
        out.flush();
      }
    } catch (IOException e) {
      // the other end or this one was closed
    }
  }

  @Override
  public int members() {
    return socket == null ? 1 : 2;
  }

  @Override
  public void roundTrip(byte[] payload) throws IOException {
    out.writeInt(payload.length);
    out.write(payload);
    out.flush();
    in.readByte();
  }

  @Override
  public void close() {
    try {
      if (server != null) {
        server.close();
      }
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new BenchException("a socket cannot be closed: " + e, e);
    }
  }
}
