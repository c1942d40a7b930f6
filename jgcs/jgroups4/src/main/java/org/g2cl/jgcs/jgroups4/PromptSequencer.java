package org.g2cl.jgcs.jgroups4;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.spi.jgroups.DeliveredNumbers;
import net.sf.jgcs.spi.jgroups.OrderKeeper;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.SEQUENCER;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Digest;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;

/**
 * SEQUENCER of JGroups that loses no order with its coordinator, becomes or follows a new one at
 * once, and delivers nothing again however old it is.
 *
 * <p>What a coordinator that goes had cast to some members only, those give the others before the
 * next one casts: see {@link OrderKeeper}. Its messages have a negative number in SEQUENCER's
 * header, and a type that SEQUENCER does not know, so that one takes no notice of them.
 *
 * <p>The first messages after each change of coordinator are sent one by one, and each is waited
 * for until it comes back. When the coordinator dies meanwhile, JGroups waits for such senders up
 * to half a second and a tenth; the new coordinator drops what is forwarded to it until then, and
 * is asked again after half a second more. Here the senders are told that nothing will come. What
 * they sent is sent again afterwards, as by JGroups.
 *
 * <p>JGroups keeps the last 2,000 numbers that it has delivered of each sender, and takes an older
 * one for new: a coordinator that stood still has those that were forwarded to it, and were sent
 * again to its successor meanwhile, delivered once more after a merge. Here all that was delivered
 * is known, see {@link DeliveredNumbers}.
 *
 * <p>On the wire it is SEQUENCER, so members with either understand each other. Public because
 * JGroups makes it by its name in the stack; checked against 4.2.30.
 */
public final class PromptSequencer extends SEQUENCER {
  private static final Long NO_MESSAGE = -1L;
  private static final long AGAIN_MILLIS = 1;
  private static final int MOST_KNOWN = 1_000;

  /** Types of SEQUENCER's headers: a cast message with another in it, and one that it drops. */
  private static final byte CAST = 4;

  private static final byte OWN = 5;

  /**
   * In the place of SEQUENCER's table; of members that are gone, too, whose messages may be given
   * yet, or who may come back by a merge.
   */
  private final ConcurrentMap<Address, DeliveredNumbers> delivered = new ConcurrentHashMap<>();

  /** Threads that may send a message which has no place in a flush that begins. */
  private final AtomicInteger sending = new AtomicInteger();

  private volatile OrderKeeper<Address, Message> order = new OrderKeeper<>(new Keeping());

  private final Object telling = new Object();

  /** View that {@link #order} was told of last; guarded by {@link #telling}. */
  private View told;

  private volatile Address flushesTo;

  /** Number of the protocol that numbers what is cast; 0 when the stack has none that is known. */
  private short numbering;

  /** For JGroups. */
  public PromptSequencer() {
    id = ClassConfigurator.getProtocolId(SEQUENCER.class);
  }

  /** JGroups gives a message within a message the memory that it announces. */
  @Override
  protected void unwrapAndDeliver(Message message, boolean flushAck) {
    if (Packets.holdsMessage(message)) {
      super.unwrapAndDeliver(message, flushAck);
    }
  }

  @Override
  public void start() throws Exception {
    synchronized (telling) {
      order = new OrderKeeper<>(new Keeping());
      told = null;
    }
    super.start();
    for (Protocol below = down_prot; below != null; below = below.getDownProtocol()) {
      if (below instanceof NAKACK2) {
        numbering = below.getId();
      }
    }
  }

  @Override
  public void stop() {
    order.stop();
    super.stop();
  }

  @Override
  public Object down(Event event) {
    if (event.getType() == Event.DISCONNECT) {
      try {
        order.finish();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // whoever closes the channel is in a hurry
      }
    }
    return super.down(event);
  }

  @Override
  public Object up(Event event) {
    if (event.getType() != Event.VIEW_CHANGE) {
      return super.up(event);
    }
    handleViewChange(event.getArg()); // before whoever is told of it sends
    return order.keeps(() -> up_prot.up(event)) ? null : up_prot.up(event);
  }

  /** Whether that is this member's address. */
  boolean isOf(Address member) {
    return local_addr.equals(member);
  }

  /** See {@link OrderKeeper#isPlaced}. */
  boolean isPlaced(Address member) {
    return order.isPlaced(member);
  }

  /** Takes a view of this member's own in its place among what it casts. */
  void placed(View view) {
    order.placed(view.getViewId().getId());
  }

  @Override
  public Object up(Message message) {
    SequencerHeader header = passesBy(message) ? null : message.getHeader(id);
    if (header == null) {
      return up_prot.up(message);
    }
    if (header.getSeqno() < 0) {
      order.received(message.getSrc(), (int) -header.getSeqno(), content(message));
      return null;
    }
    if (message.getDest() != null) {
      return order.holds(message) ? null : super.up(message);
    }
    order.cast(message.getSrc(), position(message), content(message), message);
    return null;
  }

  private static boolean passesBy(Message message) {
    return message.isFlagSet(Message.Flag.NO_TOTAL_ORDER) || message.isFlagSet(Message.Flag.OOB);
  }

  private void handUp(Message message) {
    super.up(message);
  }

  /** Number of a message in all that its sender has cast; negative when it is not known. */
  private long position(Message message) {
    if (numbering == 0) {
      return -1;
    }
    NakAckHeader2 header = message.getHeader(numbering);
    return header == null ? -1 : header.getSeqno();
  }

  private static ByteBuffer content(Message message) {
    byte[] array = message.getRawBuffer();
    return array == null
        ? ByteBuffer.allocate(0)
        : ByteBuffer.wrap(array, message.getOffset(), message.getLength());
  }

  /** How many of a member's casts this one has delivered. */
  private long castsDelivered(Address member) {
    Digest digest = (Digest) down_prot.down(new Event(Event.GET_DIGEST, member));
    long[] numbers = digest == null ? null : digest.get(member);
    return numbers == null ? 0 : numbers[0];
  }

  /**
   * In JGroups a thread that has found no flush, and only then counts as sending, may leave its
   * message behind one that begins meanwhile, and it is not sent until the next one.
   */
  @Override
  public Object down(Message message) {
    if (message.getDest() != null || passesBy(message)) {
      return super.down(message);
    }
    sending.incrementAndGet();
    try {
      if (flushing) {
        block();
      }
      return super.down(message);
    } finally {
      sending.decrementAndGet();
    }
  }

  @Override
  protected void block() {
    do {
      sending.decrementAndGet();
      try {
        super.block();
      } finally {
        sending.incrementAndGet();
      }
    } while (flushing && running);
  }

  /**
   * JGroups loses what a coordinator has sent itself and not cast yet when a merge makes it none.
   */
  @Override
  protected void forwardToCoord(long number, Message message) {
    if (is_coord) {
      forward_table.put(number, message);
    }
    super.forwardToCoord(number, message);
  }

  @Override
  protected synchronized void startFlusher(Address coordinator) {
    flushesTo = coordinator;
    super.startFlusher(coordinator);
  }

  @Override
  protected void flush(Address coordinator) throws InterruptedException {
    order.report();
    while (flushing && running && sending.get() > 0) {
      ack_promise.setResult(NO_MESSAGE);
      Thread.sleep(AGAIN_MILLIS);
    }
    long takeOver = order.agree(() -> flushing && running);
    if (!flushing) {
      return; // another flush begins
    }
    order.release(takeOver);
    super.flush(coordinator);
    castHeld(takeOver);
  }

  private void castHeld(long takeOver) {
    Message next = order.nextHeld(takeOver);
    while (next != null) {
      handUp(next);
      next = order.nextHeld(takeOver);
    }
  }

  @Override
  protected boolean canDeliver(Address sender, long number) {
    DeliveredNumbers known = delivered.get(sender);
    if (known == null) {
      known = delivered.computeIfAbsent(sender, first -> new DeliveredNumbers());
    }
    return known.add(number);
  }

  @Override
  protected void handleViewChange(View view) {
    tellOrder(view);
    super.handleViewChange(view);
    if (view.size() > 0 && !view.getMembers().get(0).equals(local_addr)) {
      is_coord = false; // at once: what it casts from now on, the others drop
    }
    if (delivered.size() > MOST_KNOWN) {
      delivered.keySet().retainAll(view.getMembers());
    }
  }

  /** A flush to who is no coordinator any more, before it became one here, is begun anew. */
  private void tellOrder(View view) {
    synchronized (telling) {
      View before = told;
      if (view.size() == 0 || (before != null && before.compareTo(view) >= 0)) {
        return;
      }
      told = view;
      order.viewChanged(
          local_addr,
          view.getMembers(),
          view.getViewId().getId(),
          MergedParts.own(view, local_addr),
          this::castsDelivered);
    }
    Address next = view.getMembers().get(0);
    if (flushing && next.equals(coord) && !next.equals(flushesTo)) {
      stopFlusher();
      startFlusher(next);
    }
  }

  /** What the {@link OrderKeeper} asks for. */
  private final class Keeping implements OrderKeeper.Engine<Address, Message> {
    @Override
    public void send(Address member, int kind, byte[] content, boolean isMuch) {
      Message message = own(member, kind, content);
      if (!isMuch) {
        message.setFlag(Message.Flag.NO_FC); // may be sent by a thread that brings credits
      }
      down_prot.down(message);
    }

    @Override
    public void cast(int kind, byte[] content) {
      down_prot.down(own(null, kind, content).setFlag(Message.Flag.NO_FC));
    }

    private Message own(Address to, int kind, byte[] content) {
      Message message = new Message(to, content);
      message.putHeader(id, new SequencerHeader(OWN, -kind));
      message.setFlag(Message.Flag.DONT_BUNDLE);
      return message;
    }

    @Override
    public void inform(String text) {
      log.info("%s: %s", local_addr, text);
    }

    @Override
    public void warn(String text) {
      log.warn("%s: %s", local_addr, text);
    }

    @Override
    public void deliver(Message message) {
      handUp(message);
    }

    /** JGroups has who waits for its own message go on only when that is handed up. */
    @Override
    public void acknowledge(ByteBuffer message) {
      if (!flushing && !ack_mode) {
        return; // nobody waits
      }
      if (!Packets.holdsMessage(cast(message.duplicate()))) {
        return;
      }
      try {
        Message sent =
            Util.streamableFromBuffer(
                Message::new,
                message.array(),
                message.arrayOffset() + message.position(),
                message.remaining());
        SequencerHeader header = sent.getHeader(id);
        if (local_addr.equals(sent.getSrc())
            && header != null
            && forward_table.remove(header.getSeqno()) != null) {
          ack_promise.setResult(header.getSeqno());
        }
      } catch (Exception e) { // declared so by JGroups
        log.debug("%s: a message in total order cannot be read: %s", local_addr, e);
      }
    }

    @Override
    public void deliver(ByteBuffer message) {
      unwrapAndDeliver(cast(message), false);
    }

    private Message cast(ByteBuffer message) {
      byte[] content = new byte[message.remaining()];
      message.get(content);
      Message cast = new Message(null, content);
      cast.putHeader(id, new SequencerHeader(CAST));
      return cast;
    }

    @Override
    public byte[] toBytes(Address member) {
      return JGroups4Address.of(member).toBytes();
    }

    @Override
    public Address fromBytes(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return new UUID(in.getLong(), in.getLong());
    }
  }
}
