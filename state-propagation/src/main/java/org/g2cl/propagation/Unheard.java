package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.List;

/**
 * What an owner knows of owners before it that were not heard: from which epoch on they may have
 * committed what no copy here has, and of which clients it has let a request in since.
 */
final class Unheard {
  /** Clients of a session that are remembered; of others a request is barred once more. */
  private static final int SERIES_KEPT = 4;

  private final long from;

  /** Of each series the latest request let in, the series used last first. */
  private final List<RequestId> letIn = new ArrayList<>(1);

  private boolean unnumberedLetIn;

  Unheard(long from) {
    this.from = from;
  }

  /** First epoch of such an owner. */
  long from() {
    return from;
  }

  /**
   * Tells whether a request may have reached such an owner: until a request of its client is let
   * in. A later one of its series was made when that one was answered, or given up.
   */
  boolean concerns(RequestId request) {
    if (!request.isNumbered()) {
      return !unnumberedLetIn;
    }
    for (RequestId one : letIn) {
      if (one.isAlike(request)) {
        return !request.isLaterThan(one);
      }
    }
    return true;
  }

  /** The request was barred elsewhere and is executed here. */
  void letIn(RequestId request) {
    if (!request.isNumbered()) {
      unnumberedLetIn = true;
      return;
    }
    RequestId latest = request;
    for (RequestId one : letIn) {
      if (one.isAlike(request) && one.isLaterThan(latest)) {
        latest = one;
      }
    }
    letIn.removeIf(request::isAlike);
    letIn.add(0, latest);
    if (letIn.size() > SERIES_KEPT) {
      letIn.remove(SERIES_KEPT);
    }
  }
}
