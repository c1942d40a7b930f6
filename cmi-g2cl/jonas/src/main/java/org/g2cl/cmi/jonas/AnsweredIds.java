package org.g2cl.cmi.jonas;

import org.ow2.cmi.ha.RequestId;

/**
 * Ids that go back to clients with the answers to their requests. They are told from the ids of
 * requests that wait for an answer by their numbers, which no client counts up to, and which are
 * below those of {@link ContainerRequests}: bit 29 is set; bit 28 for a stateful bean's; bits 22 to
 * 27 are the use of the request's number that was answered, plus one, or 0 where that is not known;
 * the rest is the number.
 */
final class AnsweredIds {
  private static final int MARK = 1 << 29;
  private static final int STATEFUL = 1 << 28;
  private static final int USE_SHIFT = 22;
  private static final int MAX_USE = 62;
  private static final int NUMBERS = 1 << USE_SHIFT;

  private AnsweredIds() {}

  /** Tells whether an id is of this kind. */
  static boolean has(RequestId id) {
    return id.getRequestNo() >= MARK && id.getRequestNo() < 2 * MARK;
  }

  /** Tells whether there is one for a request. */
  static boolean canHave(RequestId request) {
    return request.getRequestNo() >= 0 && request.getRequestNo() < NUMBERS;
  }

  /**
   * The one for a request.
   *
   * @param use of its number, -1 where that is not known
   */
  static RequestId of(RequestId request, int use, boolean stateful) {
    int known = use > MAX_USE ? 0 : use + 1;
    return new RequestId(
        request.getObjectId(),
        MARK | (stateful ? STATEFUL : 0) | known << USE_SHIFT | request.getRequestNo());
  }

  /** Request that one is for. */
  static RequestId request(RequestId id) {
    return new RequestId(id.getObjectId(), id.getRequestNo() & (NUMBERS - 1));
  }

  /** Use of the request's number that was answered, -1 where that is not known. */
  static int use(RequestId id) {
    return (id.getRequestNo() & (STATEFUL - 1)) / NUMBERS - 1;
  }

  /** Tells whether it is of a request of a stateful bean. */
  static boolean isOfStateful(RequestId id) {
    return (id.getRequestNo() & STATEFUL) != 0;
  }
}
