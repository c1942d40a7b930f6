package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.MessageListener;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceListener;
import net.sf.jgcs.annotation.PointToPoint;

/**
 * Data session on another one, which changes what crosses it. What cannot be opened is dropped and
 * counted.
 */
abstract class DataSessionDecorator implements DataSession {
  private final DataSession below;
  private final DroppedFrames dropped;
  private volatile MessageListener listener;

  /** Null but at the decorator next to the engine. */
  private volatile ChainGreetings greetings;

  DataSessionDecorator(DataSession below, DroppedFrames dropped) {
    this.below = below;
    this.dropped = dropped;
  }

  /** Name for other members and for people. */
  String name() {
    return getClass().getSimpleName();
  }

  /** Has this one, which is next to the engine, look for greetings in what it cannot open. */
  final void greetBy(ChainGreetings value) {
    greetings = value;
  }

  /**
   * Opens what came and hands it over by {@link #deliver}; answers what that answered.
   *
   * @param payload has an array, which others read, too: it is not to be changed
   */
  abstract Object open(ByteBuffer payload, SocketAddress sender) throws MalformedFrameException;

  /** A view was installed. */
  void onView(Membership view) {}

  /** This member has joined: messages may be sent. */
  void onJoined() throws GroupException {}

  /** This member is about to leave: what waits is to be sent. */
  void flush() {}

  /** This member leaves now, after what waited was sent. */
  void onLeaving() {}

  /** This member is no longer in the group. */
  void onDeparture() {}

  final Object deliver(ByteBuffer payload, SocketAddress sender) {
    MessageListener now = listener;
    return now == null ? null : now.onMessage(G2CLMessage.of(sender, payload));
  }

  final void sendBelow(byte[] payload, Service service, Object context, Annotation... annotations)
      throws IOException {
    Message message = below.createMessage();
    message.setPayload(payload);
    below.multicast(message, service, context, annotations);
  }

  /** Whether a frame came that shows other settings of its sender. */
  final boolean sawMismatch() {
    return dropped.mismatch() != null;
  }

  /** Member that a message with these annotations goes to, or null for all. */
  static SocketAddress destination(Annotation... annotations) {
    for (Annotation annotation : annotations) {
      if (annotation instanceof PointToPoint pointToPoint) {
        return pointToPoint.getDestination();
      }
    }
    return null;
  }

  private Object receive(Message message) {
    SocketAddress sender = message.getSenderAddress();
    try {
      return open(G2CLMessage.of(message).buffer(), sender);
    } catch (MalformedFrameException e) {
      ChainGreetings greeted = greetings;
      if (greeted == null || !greeted.take(G2CLMessage.of(message).buffer(), sender)) {
        dropped.add(sender, e);
      }
      return null;
    }
  }

  @Override
  public final GroupConfiguration getGroup() {
    return below.getGroup();
  }

  @Override
  public final void setMessageListener(MessageListener value) throws ClosedSessionException {
    listener = value;
    below.setMessageListener(value == null ? null : this::receive);
  }

  @Override
  public final MessageListener getMessageListener() {
    return listener;
  }

  @Override
  public final void setServiceListener(ServiceListener value) throws ClosedSessionException {
    below.setServiceListener(value);
  }

  @Override
  public final ServiceListener getServiceListener() {
    return below.getServiceListener();
  }

  @Override
  public void close() throws IOException {
    below.close();
  }

  @Override
  public final boolean isClosed() {
    return below.isClosed();
  }

  @Override
  public final Message createMessage() throws GroupException {
    return below.createMessage();
  }
}
