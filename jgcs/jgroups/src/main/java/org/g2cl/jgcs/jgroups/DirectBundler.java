package org.g2cl.jgcs.jgroups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.sf.jgcs.spi.ListenerThreads;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.View;
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
 * that is when the other one may have so much {@link Unread} that the write waits, too. After a
 * write that failed no listener writes to that member until another thread has: JGroups connects in
 * the thread that writes. All other messages are bundled as before. Public because JGroups makes it
 * by its name in the stack; checked against 5.5.7.
 */
public final class DirectBundler extends PerDestinationBundler {
  private static final int HEADERS = 128;
  private static final int MOST_MEMBERS = 1_000;

  /** Sockets with a smaller buffer of their stack's own might be filled by what may be unread. */
  private static final int LEAST_BUFFER = 2 * Unread.MOST_BYTES;

  private final Map<Address, Unread> unread = new ConcurrentHashMap<>();

  /** Shared by those who queue a message, and held alone to stop. */
  private final ReadWriteLock queueing = new ReentrantReadWriteLock();

  private boolean stopped = true;

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

  @Override
  public void start() {
    super.start();
    stopped(false);
  }

  @Override
  public void stop() {
    stopped(true);
    super.stop();
  }

  private void stopped(boolean now) {
    queueing.writeLock().lock();
    try {
      stopped = now;
    } finally {
      queueing.writeLock().unlock();
    }
  }

  /** Alone, too: a thread that is started for a member meanwhile would be nobody's. */
  @Override
  protected void removeLeftMembers(List<Address> left) {
    queueing.writeLock().lock();
    try {
      super.removeLeftMembers(left);
    } finally {
      queueing.writeLock().unlock();
    }
  }

  /**
   * Queues a message for the member's thread, and drops it when stopped: JGroups would start a
   * thread for it then, which nothing ends.
   */
  @Override
  public void doSend(Message message) throws Exception {
    queueing.readLock().lock();
    try {
      if (!stopped) {
        super.doSend(message);
      }
    } finally {
      queueing.readLock().unlock();
    }
  }

  /** 0 leaves the size to the system. */
  private static boolean isSmall(int bytes) {
    return bytes > 0 && bytes < LEAST_BUFFER;
  }

  /** Forgets who left: there is no connection to it, and one that comes back begins anew. */
  @Override
  public void viewChange(View view) {
    super.viewChange(view);
    unread.keySet().retainAll(view.getMembers());
  }

  @Override
  public void send(Message message) throws Exception {
    if (message.getDest() == null) {
      super.send(message);
    } else if (DirectProcessing.takes(message)) {
      sendBestEffort(message, message.isFlagSet(Flag.DONT_BUNDLE));
    } else if (message.isFlagSet(Flag.DONT_BUNDLE)
        && message instanceof HeadedMessage own
        && own.noteSent()
        && !ListenerThreads.inside()) {
      write(message);
    } else {
      super.send(message);
    }
  }

  /** One that is bundled may answer, but is no request that is counted: JGroups sends such, too. */
  private void sendBestEffort(Message message, boolean directly) throws Exception {
    boolean inside = ListenerThreads.inside();
    Unread there = unreadOf(message.getDest());
    int answered = inside ? there.answers() : Unread.NO_ANSWER;
    if (answered != Unread.NO_ANSWER) {
      OwnFlags.setAnswer(message, answered);
    } else {
      OwnFlags.setRequest(message, directly ? there.asks() : 0);
    }
    if (!directly || (inside && there.isBroken())) {
      super.send(message);
    } else if (!inside || local_addr.compareTo(message.getDest()) <= 0) {
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
    boolean written = false;
    try {
      setSource(message);
      super.sendSingleMessage(message.getDest(), message, frame(message));
      written = true;
    } finally {
      there.endAnswer(bytes, written);
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
    if (dest == null) {
      Unread[] all = beginToAll(bytes);
      try {
        super.sendSingleMessage(null, message, out);
      } finally {
        endToAll(all, bytes);
      }
      return;
    }
    Unread there = unreadOf(dest);
    int failed = there.begin(bytes);
    boolean written = false;
    try {
      super.sendSingleMessage(dest, message, out);
      written = true;
    } finally {
      there.end(bytes, failed, written);
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
    if (dest == null) {
      Unread[] all = beginToAll(bytes);
      try {
        super.sendMessageList(null, src, list, out);
      } finally {
        endToAll(all, bytes);
      }
      return;
    }
    Unread there = unreadOf(dest);
    int failed = there.begin(bytes);
    boolean written = false;
    try {
      super.sendMessageList(dest, src, list, out);
      written = true;
    } finally {
      there.end(bytes, failed, written);
    }
  }

  private Unread[] beginToAll(int bytes) {
    Unread[] all = unread.values().toArray(new Unread[0]);
    for (Unread there : all) {
      there.begin(bytes);
    }
    return all;
  }

  /** The transport keeps to itself which of them it could not write to. */
  private static void endToAll(Unread[] all, int bytes) {
    for (Unread there : all) {
      there.end(bytes);
    }
  }
}
