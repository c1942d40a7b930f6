package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.StateHandler;
import org.g2cl.StateSnapshot;
import org.g2cl.StateTransferDataSession;

/**
 * Member on JGroups with a large state that never changes and a small one that each message
 * changes: how many of each sender came, and a digest of the order of all.
 */
final class LoadedMember implements StateHandler, AutoCloseable {
  /** How fast a member sends. */
  enum Pace {
    /** A thousand messages a second, or as many as come back when those are fewer. */
    STEADY,
    /** The next as soon as one has come back. */
    FLAT_OUT
  }

  /** Messages per second at a steady pace. */
  static final int RATE = 1000;

  /** Most own messages that have not come back. */
  private static final int WINDOW = RATE / 10;

  private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos() / RATE;

  final AtomicLong sent = new AtomicLong();
  private final byte[] large;
  private final int number;
  private final Protocol protocol;
  private final MarshalDataSession session;
  private final StateTransferDataSession transfer;
  private final Semaphore window = new Semaphore(WINDOW);
  private final Map<Integer, Integer> lastOfSender = new HashMap<>();
  private long digest;
  private String fault;
  private Thread sender;
  private volatile Exception failure;
  private volatile boolean sending = true;

  LoadedMember(int number, byte[] large, int port, int firstPort) throws Exception {
    this.number = number;
    this.large = large;
    Map<String, String> settings = new HashMap<>();
    settings.put(ProtocolProvider.BIND_PORT, Integer.toString(port));
    settings.put(ProtocolProvider.MEMBER_NAME, "m" + number);
    settings.put(ProtocolProvider.PEERS, "127.0.0.1:" + firstPort);
    protocol = Protocols.factory("jgroups", settings).createProtocol();
    session = MarshalDataSession.open(protocol, Protocols.provider("jgroups").group("load"));
    transfer = new StateTransferDataSession(session, 1, this);
    transfer.register(2, this::onMessage);
    session.join();
  }

  boolean getState() throws Exception {
    return transfer.getState(null, Duration.ofMinutes(2));
  }

  int members() {
    return session.membership().getMembershipList().size();
  }

  void startSending(Pace pace) {
    sender = new Thread(() -> sendAll(pace), "sender-" + number);
    sender.start();
  }

  /** What was late is not made good. */
  private void sendAll(Pace pace) {
    try {
      long due = System.nanoTime();
      while (sending) {
        if (window.tryAcquire(1, TimeUnit.SECONDS)) {
          if (pace == Pace.STEADY) {
            due = Math.max(due + PERIOD_NANOS, System.nanoTime() - 20 * PERIOD_NANOS);
            LockSupport.parkNanos(due - System.nanoTime());
          }
          int index = (int) sent.getAndIncrement();
          byte[] body = ByteBuffer.allocate(100).putInt(number).putInt(index).array();
          session.send(new G2CLMessage(null, body), 2, ServiceNames.TOTAL_ORDER);
        }
      }
    } catch (Exception e) {
      failure = e;
    }
  }

  /** Stops, and fails when the sender had failed or had sent next to nothing. */
  void stopSending(long least) throws InterruptedException {
    sending = false;
    sender.join();
    assertThat(failure).as("sender of m" + number).isNull();
    assertThat(sent.get()).as("messages of m" + number).isGreaterThanOrEqualTo(least);
  }

  private void onMessage(G2CLMessage message) {
    ByteBuffer body = message.payload();
    int from = body.getInt();
    int index = body.getInt();
    synchronized (this) {
      int expected = lastOfSender.getOrDefault(from, -1) + 1;
      if (index != expected && fault == null) {
        fault = "m%d got %d of m%d in place of %d".formatted(number, index, from, expected);
      }
      lastOfSender.put(from, index);
      digest = digest * 31 + from * 1_000_003L + index;
    }
    if (from == number) {
      window.release();
    }
  }

  /**
   * What it knows, the same at all members in the end; says so when a message was lost or came
   * twice.
   */
  synchronized String knowledge() {
    return fault == null ? lastOfSender + " " + digest : fault;
  }

  void awaitSame(LoadedMember other) {
    await().atMost(Duration.ofSeconds(60)).until(() -> knowledge().equals(other.knowledge()));
  }

  @Override
  public synchronized StateSnapshot snapshot() {
    Map<Integer, Integer> last = Map.copyOf(lastOfSender);
    long digestNow = digest;
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      data.writeLong(digestNow);
      data.writeInt(last.size());
      for (int from = 0; from < last.size(); from++) {
        data.writeInt(last.get(from));
      }
      data.write(large);
    };
  }

  @Override
  public synchronized void setState(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    digest = data.readLong();
    int senders = data.readInt();
    for (int from = 0; from < senders; from++) {
      lastOfSender.put(from, data.readInt());
    }
    byte[] part = new byte[64 * 1024];
    int at = 0;
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      if (!Arrays.equals(part, 0, count, large, at, at + count)) {
        throw new IOException("state differs after byte " + at);
      }
      at += count;
    }
    if (at != large.length) {
      throw new IOException("state has " + at + " bytes");
    }
  }

  @Override
  public void close() throws IOException {
    transfer.close();
    session.close();
    protocol.close();
  }
}
