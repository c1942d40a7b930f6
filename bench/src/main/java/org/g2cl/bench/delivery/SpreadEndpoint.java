package org.g2cl.bench.delivery;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.worker.BenchException;

/**
 * Member that calls a Spread daemon itself: what a client of it has to do, and no more.
 *
 * <p>Messages go by the agreed service, which is what the binding's total order is. They must be
 * smaller than what a daemon takes in one frame.
 */
final class SpreadEndpoint implements Endpoint {
  private static final Charset ASCII = StandardCharsets.US_ASCII;
  private static final int AGREED = 0x10;
  private static final int REGULAR = 0x3f;
  private static final int VIEW = 0x1000;
  private static final int JOIN = 0x10000;
  private static final int KILL = 0x40000;
  private static final int ORDER_MARK = 0x80000080;
  private static final int HEADER_BYTES = 48;
  private static final int NAME_BYTES = 32;
  private static final int METHOD_BYTES = 90;
  private static final int BUFFER_BYTES = 200 << 10;
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final byte[] VERSION_AND_VIEWS = {4, 4, 0, 1};

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final String group;
  private final Receiver receiver;
  private String privateName;
  private volatile int members;
  private volatile IOException failure;

  private SpreadEndpoint(Socket socket, String group, Receiver receiver) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
    this.out = socket.getOutputStream();
    this.group = group;
    this.receiver = receiver;
  }

  static SpreadEndpoint join(String group, Map<String, String> settings, Receiver receiver)
      throws IOException {
    String daemon = settings.get(ProtocolProvider.PEERS).split(",", -1)[0];
    int colon = daemon.lastIndexOf(':');
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setReceiveBufferSize(BUFFER_BYTES);
      socket.setSendBufferSize(BUFFER_BYTES);
      socket.connect(
          new InetSocketAddress(
              daemon.substring(0, colon), Integer.parseInt(daemon.substring(colon + 1))),
          TIMEOUT_MILLIS);
      SpreadEndpoint endpoint = new SpreadEndpoint(socket, group, receiver);
      endpoint.login();
      endpoint.write(JOIN, group, new byte[0]);
      Thread reader = new Thread(endpoint::read, "spread-alone");
      reader.setDaemon(true);
      reader.start();
      return endpoint;
    } catch (IOException e) {
      socket.close();
      throw new BenchException("no member at the Spread daemon " + daemon + ": " + e, e);
    }
  }

  /** Asks for a private name that nobody else has, and takes what the daemon makes of it. */
  private void login() throws IOException {
    byte[] name = ("b" + Long.toString(System.nanoTime() & 0xffff_ffffL, 36)).getBytes(ASCII);
    out.write(
        ByteBuffer.allocate(VERSION_AND_VIEWS.length + 1 + name.length)
            .put(VERSION_AND_VIEWS)
            .put((byte) name.length)
            .put(name)
            .array());
    in.readNBytes(accepted());
    out.write(Arrays.copyOf("NULL".getBytes(ASCII), METHOD_BYTES));
    accepted();
    in.readNBytes(3);
    privateName = new String(in.readNBytes(accepted()), ASCII);
  }

  private int accepted() throws IOException {
    int code = in.readByte();
    if (code < 0) {
      throw new IOException("the daemon refuses by " + code);
    }
    return code;
  }

  private synchronized void write(int type, String to, byte[] data) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + NAME_BYTES + data.length);
    frame.putInt(type);
    frame.put(Arrays.copyOf(privateName.getBytes(ASCII), NAME_BYTES));
    frame.putInt(1).putInt(0).putInt(data.length);
    frame.put(Arrays.copyOf(to.getBytes(ASCII), NAME_BYTES)).put(data);
    out.write(frame.array());
  }

  private void read() {
    byte[] header = new byte[HEADER_BYTES];
    try {
      while (true) {
        in.readFully(header);
        ByteOrder order = header[0] < 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        ByteBuffer words = ByteBuffer.wrap(header).order(order);
        int type = words.getInt(0) & ~ORDER_MARK;
        int groups = words.getInt(36);
        in.skipNBytes((long) groups * NAME_BYTES);
        byte[] data = in.readNBytes(words.getInt(44));
        if ((type & REGULAR) != 0) {
          receiver.delivered(Arrays.hashCode(Arrays.copyOfRange(header, 4, 36)), data[0]);
        } else if ((type & VIEW) != 0) {
          members = groups;
        }
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public int members() {
    return members;
  }

  @Override
  public void multicast(byte[] payload) throws IOException {
    if (failure != null) {
      throw new IOException("the Spread daemon is gone", failure);
    }
    write(AGREED, group, payload);
  }

  @Override
  public void close() {
    try (socket) {
      write(KILL, privateName, new byte[0]);
    } catch (IOException e) {
      throw new BenchException("the connection to the Spread daemon cannot be closed: " + e, e);
    }
  }
}
