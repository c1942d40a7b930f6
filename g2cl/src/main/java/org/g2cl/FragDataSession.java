package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
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

  /** Own messages to all whose last fragment this member has not delivered yet, by id. */
  private final Map<Long, CompletableFuture<Void>> begun = new ConcurrentHashMap<>();

  private volatile SocketAddress self;

  FragDataSession(DataSession below, DroppedFrames dropped, int size) {
    super(below, dropped);
    this.size = size;
    this.assembly = new Assembly(dropped, System::nanoTime, this::givenUp);
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
    begun.put(id, new CompletableFuture<>());
    try {
      sendFragments(id, payload, service, context, annotations);
    } catch (IOException | RuntimeException e) {
      ended(id);
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
        ended(fragment.id());
      }
    }
  }

  private void givenUp(SocketAddress sender, long id) {
    if (sender.equals(self)) {
      ended(id);
    }
  }

  private void ended(long id) {
    CompletableFuture<Void> done = begun.remove(id);
    if (done != null) {
      done.complete(null);
    }
  }

  /**
   * Ends when this member has delivered all messages in fragments that it has begun to send to all
   * up to now. A member that joins waits for that, since it has not seen their beginnings.
   */
  CompletableFuture<Void> begunDelivered() {
    return CompletableFuture.allOf(begun.values().toArray(CompletableFuture[]::new));
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
    begun.keySet().forEach(this::ended);
  }
}
