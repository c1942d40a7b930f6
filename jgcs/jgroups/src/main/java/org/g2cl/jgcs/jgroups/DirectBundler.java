package org.g2cl.jgcs.jgroups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.sf.jgcs.spi.ListenerThreads;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TP;
import org.jgroups.util.ByteArrayDataOutputStream;

/**
 * Bundler of JGroups that heeds {@link Flag#DONT_BUNDLE}: such a message to one member is written
 * by the thread that sends it.
 *
 * <p>The bundlers of JGroups 5.5 queue every message for a sender thread. For a request that
 * somebody waits for, that is a change of threads each way, which costs more processor time than
 * the write itself. But to write to a member that is cut off, though it is in the view, takes as
 * long as a connection is tried for, or as its socket is full. Only the application's own threads
 * may wait that long: what a listener sends, and what JGroups sends again, is queued for the
 * member's thread, so that neither holds up other members' messages, heartbeats and requests for
 * what is missing. A best-effort answer, which goes back where the request came from, is written by
 * the thread that reads unless two members could wait for each other, see {@link DirectProcessing}:
 * that is when the other one may have so much {@link Unread} that the write waits, too. All other
 * messages are bundled as before. Public because JGroups makes it by its name in the stack; checked
 * against 5.5.7.
 */
public final class DirectBundler extends PerDestinationBundler {
  /** Flag of an answer to one; JGroups carries it, and members that do not know it ignore it. */
  static final Message.Flag ANSWER = Message.Flag.SKIP_BARRIER;

  private static final int HEADERS = 128;
  private static final int MOST_MEMBERS = 1_000;

  /** Sockets with a smaller buffer of their stack's own might be filled by what may be unread. */
  private static final int LEAST_BUFFER = 2 * Unread.MOST_BYTES;

  private final Map<Address, Unread> unread = new ConcurrentHashMap<>();

  private boolean smallBuffers;

  /** Creates one that is not started yet. */
  public DirectBundler() {}

  @Override
  public void init(TP transport) {
    super.init(transport);
    smallBuffers =
        transport instanceof BasicTCP tcp
            && (isSmall(tcp.getRecvBufSize()) || isSmall(tcp.getSendBufSize()));
  }

  /** 0 leaves the size to the system. */
  private static boolean isSmall(int bytes) {
    return bytes > 0 && bytes < LEAST_BUFFER;
  }

  @Override
  public void send(Message message) throws Exception {
    if (message.getDest() == null || !message.isFlagSet(Flag.DONT_BUNDLE)) {
      super.send(message);
    } else if (DirectProcessing.takes(message)) {
      sendBestEffort(message);
    } else if (message instanceof HeadedMessage own
        && own.noteSent()
        && !ListenerThreads.inside()) {
      write(message);
    } else {
      super.send(message);
    }
  }

  private void sendBestEffort(Message message) throws Exception {
    boolean inside = ListenerThreads.inside();
    Unread there = unreadOf(message.getDest());
    if (inside && there.answers()) {
      message.setFlag(ANSWER);
    } else {
      there.asks();
    }
    if (!inside || local_addr.compareTo(message.getDest()) <= 0) {
      write(message);
    } else if (!answeredAtOnce(message, there)) {
      super.send(message);
    }
  }

  private void write(Message message) throws Exception {
    setSource(message);
    sendSingle(message.getDest(), message, frame(message));
  }

  private void setSource(Message message) {
    if (message.getSrc() == null) {
      message.setSrc(local_addr);
    }
  }

  private static ByteArrayDataOutputStream frame(Message message) {
    return new ByteArrayDataOutputStream(message.getLength() + HEADERS);
  }

  /**
   * Writes what the thread that reads sends to a member with a lesser address, unless it could wait
   * for a full socket of that member, whose reading thread may wait for one itself. To members with
   * a greater address it writes in any case: each waits for a greater one, and the greatest for
   * none.
   */
  private boolean answeredAtOnce(Message message, Unread there) throws Exception {
    int bytes = message.getLength() + HEADERS;
    if (smallBuffers || !there.beginAnswer(bytes)) {
      return false;
    }
    try {
      setSource(message);
      super.sendSingleMessage(message.getDest(), message, frame(message));
    } finally {
      there.endAnswer(bytes);
    }
    return true;
  }

  /** What that member may have left unread, or null when nothing was sent to it. */
  Unread known(Address member) {
    return unread.get(member);
  }

  private Unread unreadOf(Address member) {
    Unread known = unread.get(member);
    if (known != null) {
      return known;
    }
    if (unread.size() >= MOST_MEMBERS) {
      unread.keySet().retainAll(members);
    }
    return unread.computeIfAbsent(member, address -> new Unread());
  }

  @Override
  protected void sendSingleMessage(Address dest, Message message, ByteArrayDataOutputStream out)
      throws Exception {
    int bytes = message.getLength() + HEADERS;
    Unread[] there = begin(dest, bytes);
    try {
      super.sendSingleMessage(dest, message, out);
    } finally {
      end(there, bytes);
    }
  }

  @Override
  protected void sendMessageList(
      Address dest, Address src, List<Message> list, ByteArrayDataOutputStream out)
      throws Exception {
    int bytes = 0;
    for (Message message : list) {
      bytes += message.getLength() + HEADERS;
    }
    Unread[] there = begin(dest, bytes);
    try {
      super.sendMessageList(dest, src, list, out);
    } finally {
      end(there, bytes);
    }
  }

  private Unread[] begin(Address dest, int bytes) {
    Unread[] there =
        dest == null ? unread.values().toArray(new Unread[0]) : new Unread[] {unreadOf(dest)};
    for (Unread member : there) {
      member.begin(bytes);
    }
    return there;
  }

  private static void end(Unread[] there, int bytes) {
    for (Unread member : there) {
      member.end(bytes);
    }
  }
}
