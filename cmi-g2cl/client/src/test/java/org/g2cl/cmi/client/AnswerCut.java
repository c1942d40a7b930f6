package org.g2cl.cmi.client;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.openejb.client.Request;

/** Cut of one answer: at whichever server gives the first one to a request of that kind. */
final class AnswerCut {
  /** Cuts nothing. */
  static final AnswerCut NONE = new AnswerCut(request -> false, 0);

  private final Predicate<Request> kind;
  private final int bytes;
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile boolean done;

  AnswerCut(Predicate<Request> kind, int bytes) {
    this.kind = kind;
    this.bytes = bytes;
  }

  /** Bytes that are sent of an answer before the connection is closed; all when it stays open. */
  int length(Request request, int whole) {
    if (!kind.test(request) || !taken.compareAndSet(false, true) || bytes >= whole) {
      return whole;
    }
    done = true;
    return bytes;
  }

  /** Whether an answer was cut off; false when it was no longer than the bytes to be sent. */
  boolean done() {
    return done;
  }
}
