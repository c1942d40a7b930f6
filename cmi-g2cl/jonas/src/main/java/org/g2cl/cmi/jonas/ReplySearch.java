package org.g2cl.cmi.jonas;

import java.lang.ref.WeakReference;
import java.util.Optional;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;
import org.ow2.cmi.ha.RequestId;

/** Search for the reply to a request that is sent again; it takes the session over. */
final class ReplySearch {
  private final StatePropagation propagation;
  private final LiveSessions live;
  private final SpentReplies spent;

  ReplySearch(StatePropagation propagation, KnownBeans known) {
    this.propagation = propagation;
    this.live = known.live();
    this.spent = known.spent();
  }

  /**
   * What was found in the copy of a session.
   *
   * @param isThere whether there is a copy
   * @param state of it, null when there is none
   * @param last use of the request's number of which the reply is kept, or -1
   * @param current instance that has the state, or null
   */
  @SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
  private record Copy(boolean isThere, byte[] state, int last, Object current) {}

  /**
   * Finds it, and the state to go on from. The last use of the request's number is what the client
   * has asked for again.
   *
   * @throws PropagationException when the client is to be told an error in place of an answer
   */
  Restoration find(RequestId request) throws PropagationException {
    SessionId session = Ids.session(request.getObjectId());
    Object former = live.instanceOf(session);
    Copy copy = takeOver(session, request);
    int last = copy.last();
    byte[] reply = copy.isThere() ? replyTo(request, Math.max(last, 0)) : null;
    if (reply != null) {
      refuseWithoutAnswer(request, copy, reply);
    }
    boolean counts = reply != null && ReplyCodec.isAnswer(reply) && !spent.has(request, last);
    Object own = counts ? former : copy.current();
    int use = Math.max(last + 1, spent.count(request)); // one may be barred, and have no reply
    return new Restoration(
        request, copy.state(), counts ? reply : null, use, new WeakReference<>(own), false);
  }

  private Copy takeOver(SessionId session, RequestId request) throws PropagationException {
    if (!(propagation.admit(session, Optional.empty()) instanceof Admission.Granted granted)) {
      return new Copy(false, null, -1, null);
    }
    try (SessionCall call = granted.call()) {
      Copy copy =
          new Copy(true, call.state().orElse(null), lastUse(call, request), live.instanceAt(call));
      live.restored(call, request.getRequestNo());
      return copy;
    }
  }

  /** Last use of a request's number of which the reply is kept, or -1. */
  private static int lastUse(SessionCall call, RequestId request) {
    return call.answered().stream()
        .mapToInt(answered -> Ids.useOf(answered, request))
        .filter(use -> use >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** Reply to a use of a request's number, or null when there is none. */
  private byte[] replyTo(RequestId request, int use) throws PropagationException {
    Admission admission =
        propagation.admit(
            Ids.session(request.getObjectId()), Optional.of(Ids.request(request, use)));
    if (admission instanceof Admission.Granted granted) {
      granted.call().close();
    }
    return admission instanceof Admission.Replayed replayed ? replayed.reply() : null;
  }

  private void refuseWithoutAnswer(RequestId request, Copy copy, byte[] reply)
      throws PropagationException {
    if (ReplyCodec.isFailed(reply)) {
      throw discarded(request);
    }
    if (ReplyCodec.isLost(reply) && !LostState.is(copy.state()) && copy.current() == null) {
      refuseOnce(request, copy.last(), "took effect, and its response could not be kept");
    } else if (ReplyCodec.isInPart(reply)) {
      refuseOnce(
          request,
          copy.last(),
          "took effect, and another resource of its transaction has lost its part, or may have");
    } else if (ReplyCodec.isInDoubt(reply)) {
      refuseOnce(
          request,
          copy.last(),
          "was rolled back, and another resource of its transaction may have committed its part");
    }
  }

  /** The client is told; a call that comes under the same number after that is another one. */
  private void refuseOnce(RequestId request, int use, String why) throws PropagationException {
    if (!spent.has(request, use)) {
      spent.add(request, use + 1);
      throw new PropagationException(
          "request %d of it %s; see the log of the server that executed it. It was not executed again"
              .formatted(request.getRequestNo(), why));
    }
  }

  private static PropagationException discarded(RequestId request) {
    return new PropagationException(
        "request %d of it ended in a system exception, which is in the log of the server that executed it"
                .formatted(request.getRequestNo())
            + "; its transaction was rolled back, and the container has given the bean up, as the EJB"
            + " specification says. Create a new one; where a call may be tried again, let the bean throw"
            + " an application exception");
  }
}
