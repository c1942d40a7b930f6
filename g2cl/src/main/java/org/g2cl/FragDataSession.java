package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;

/**
 * Data session that sends a long message in fragments.
 *
 * <p>A message counts as delivered where its last fragment is, so fifo and total order hold for
 * whole messages too. A frame begins with one byte: 0 when a whole message follows, 1 for a
 * fragment, then message id, index and number of fragments, see {@link Varint}.
 */
final class FragDataSession extends DataSessionDecorator {
  /** Most bytes of a message in one fragment, unless set otherwise. */
  static final int DEFAULT_SIZE = 60_000;

  private static final int FIRST_ID_BOUND = 1 << 20;

  private final int size;
  private final Assembly assembly;
  private final AtomicLong ids =
      new AtomicLong(ThreadLocalRandom.current().nextInt(FIRST_ID_BOUND));

  private final BegunMessages begun;

  private volatile SocketAddress self;

  FragDataSession(DataSession below, DroppedFrames dropped, int size) {
    this(below, dropped, size, System::nanoTime);
  }

  FragDataSession(DataSession below, DroppedFrames dropped, int size, LongSupplier nanoTime) {
    super(below, dropped);
    this.size = size;
    this.assembly = new Assembly(dropped, nanoTime, this::givenUp);
    this.begun = new BegunMessages(nanoTime);
  }

  @Override
  String name() {
    return Decorator.FRAG.settingName();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    byte[] payload = message.getPayload();
    if (payload.length <= size) {
      sendBelow(Fragment.whole(payload), service, context, annotations);
      return;
    }
    long id = ids.incrementAndGet();
    if (annotations.length > 0) { // to one member, or not to this one
      sendFragments(id, payload, service, context, annotations);
      return;
    }
    begun.begin(id, service);
    try {
      sendFragments(id, payload, service, context, annotations);
      begun.sent(id);
    } catch (IOException | RuntimeException | Error e) { // or joiners would wait for its end
      begun.end(id);
      throw e;
    }
  }

  private void sendFragments(
      long id, byte[] payload, Service service, Object context, Annotation... annotations)
      throws IOException {
    int count = (payload.length + size - 1) / size;
    for (int index = 0; index < count; index++) {
      byte[] fragment = Fragment.part(id, index, count, payload, size);
      sendBelow(fragment, service, index == count - 1 ? context : null, annotations);
    }
  }

  @Override
  Object open(ByteBuffer payload, SocketAddress sender) throws MalformedFrameException {
    Fragment fragment = Fragment.read(payload);
    if (fragment.isWhole()) {
      return deliver(fragment.bytes(), sender);
    }
    ByteBuffer message = assembly.add(sender, fragment);
    if (message == null) {
      return null;
    }
    try {
      return deliver(message, sender);
    } finally {
      if (sender.equals(self)) {
        begun.delivered(fragment.id());
      }
    }
  }

  private void givenUp(SocketAddress sender, long id) {
    if (sender.equals(self)) {
      begun.end(id);
    }
  }

  /**
   * Messages in fragments that this member has begun to send to all. A member that joins waits for
   * their end, since it has not seen their beginnings.
   */
  BegunMessages begun() {
    return begun;
  }

  @Override
  void onView(Membership view) {
    self = view.getMembershipList().get(localRank(view));
    assembly.retain(sender -> view.getMemberRank(sender) >= 0);
  }

  private static int localRank(Membership view) {
    try {
      return view.getLocalRank();
    } catch (InvalidStateException e) {
      throw new IllegalStateException("view without this member", e);
    }
  }

  @Override
  void onDeparture() {
    assembly.retain(sender -> false);
    begun.endAll();
  }
}
