package org.g2cl.cmi.jonas;

import java.util.Arrays;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;

/**
 * Answers that are cut off on their way, since their server dies.
 *
 * <p>Carol sends the ids that the container has left on its thread ahead of the answer itself, by a
 * write of its own, and CMI's client takes them over at once. What it sends again when the rest
 * does not come has no id then: a server would execute it on an empty bean, and answer. So the
 * request's id goes back to the client, marked as {@linkplain AnsweredIds answered}, and the client
 * sends it again. It also goes along with the client's next call, below that one's id, and says
 * there that an answer was had, if the number is the same. With calls of other beans it counts for
 * nothing. (Carol 3.0.10, {@code JServerInterceptorHelper}; CMI 2.2.6, {@code HAClientInterceptor},
 * {@code HAEJBObjectInvocationHandler}; JOnAS 5.2.3, {@code JRepStatefulRemote}.)
 */
final class CutAnswers {
  /** Classes that ask for the response to a request of a remote client, by the kind of bean. */
  private static final Set<String> STATEFUL =
      Set.of("org.ow2.jonas.lib.ejb21.ha.JRepStatefulRemote");

  private static final Set<String> OTHERS =
      Set.of(
          "org.ow2.jonas.lib.ejb21.ha.JRepStatelessRemote",
          "org.ow2.jonas.lib.ejb21.ha.JRepEntityRemote");

  private final BooleanSupplier allReadThem;
  private final Refusals refusals;

  /**
   * Leaves ids where every member knows what they are.
   *
   * @param allReadThem whether that is so
   */
  CutAnswers(BooleanSupplier allReadThem, Refusals refusals) {
    this.allReadThem = allReadThem;
    this.refusals = refusals;
  }

  /**
   * Has the answer to a request, which its container is about to send, bring its id along.
   *
   * @param use of its number, -1 where there is no reply to it
   */
  void leaveId(RequestId request, int use, boolean stateful) {
    if (AnsweredIds.canHave(request) && allReadThem.getAsBoolean()) {
      RequestChain.putBelow(request, AnsweredIds.of(request, use, stateful));
    }
  }

  /**
   * Whether a request that was answered, and comes again, is one whose answer was cut off. A client
   * that once met a failed server says of all its calls that they come again, those too of beans
   * that have no ids of their own.
   */
  boolean wasCut(RequestId id) {
    return AnsweredIds.isOfStateful(id) ? isAskedForStateful() : isAskedBy(OTHERS);
  }

  /** Whether the container asks for the response to a request of a stateful bean. */
  boolean isAskedForStateful() {
    return isAskedBy(STATEFUL);
  }

  private static boolean isAskedBy(Set<String> classes) {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .anyMatch(frame -> classes.contains(frame.getClassName()));
  }

  /** There is no answer to give to a request that was answered. */
  Error lost(RequestId request) {
    return refusals.of(
        request.getObjectId(),
        new ReplicationException(
            "request %d of it was answered, its server died while it sent the answer, and there is no copy of that; the request took effect, or was rolled back by its bean, and was not executed again"
                    .formatted(request.getRequestNo())
                + ". Look what is there, and call again"));
  }
}
