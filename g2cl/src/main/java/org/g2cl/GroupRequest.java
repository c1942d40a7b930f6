package org.g2cl;

import java.net.SocketAddress;
import java.util.List;
import net.sf.jgcs.Membership;

/** Request to several members. */
final class GroupRequest<T> extends PendingRequest<RspList<T>> {
  private final List<SocketAddress> dests;
  private final RspFilter filter;
  private final int needed;
  private final Object lock = new Object();

  /** Response by index of the member, null while it is awaited; guarded by the lock. */
  private final Object[] responses;

  private int awaited;
  private int accepted;
  private boolean ended;

  GroupRequest(
      PendingRequests table, List<SocketAddress> dests, RequestOptions options, Membership view) {
    super(table, options.timeout(), view);
    this.dests = dests;
    this.filter = options.rspFilter();
    this.needed = options.needed(dests.size());
    this.responses = new Object[dests.size()];
    this.awaited = responses.length;
  }

  @Override
  void onResponse(SocketAddress sender, Rsp<Object> response) {
    RspList<T> result;
    try {
      result = take(sender, response);
    } catch (RuntimeException e) {
      fail(filterFailed(sender, e));
      return;
    }
    finishUnlessNull(result);
  }

  /** Answers the result when the request has ended by that response, else null. */
  private RspList<T> take(SocketAddress sender, Rsp<Object> response) {
    synchronized (lock) {
      int index = dests.indexOf(sender);
      if (index < 0 || responses[index] != null || ended) {
        return null;
      }
      boolean acceptable = filter == null || acceptable(response, sender);
      awaited--;
      responses[index] = acceptable ? response : Rsp.nothing();
      accepted += acceptable ? 1 : 0;
      return awaited == 0 || enough() ? end() : null;
    }
  }

  private boolean acceptable(Rsp<Object> response, SocketAddress sender) {
    Object judged = response.hasException() ? response.getException() : response.getValue();
    return filter.isAcceptable(judged, sender);
  }

  private boolean enough() {
    return accepted >= needed || (filter != null && !filter.needMoreResponses());
  }

  @Override
  void suspect(Membership view, boolean merged) {
    RspList<T> result = null;
    synchronized (lock) {
      if (ended) {
        return;
      }
      for (int i = 0; i < responses.length; i++) {
        SocketAddress member = dests.get(i);
        if (responses[i] == null && isGone(member, view, merged)) {
          responses[i] = Rsp.suspected(new SuspectedException(member));
          awaited--;
        }
      }
      if (awaited == 0) {
        result = end();
      }
    }
    finishUnlessNull(result);
  }

  @Override
  void expire() {
    RspList<T> result = null;
    synchronized (lock) {
      if (!ended) {
        result = end();
      }
    }
    finishUnlessNull(result);
  }

  /** Where an error keeps the result from being made, as when memory is out, it is not ended. */
  @SuppressWarnings("unchecked") // the caller says which type the handlers answer with
  private RspList<T> end() {
    RspList<T> list = new RspList<>();
    for (int i = 0; i < responses.length; i++) {
      list.put(dests.get(i), responses[i] == null ? Rsp.nothing() : (Rsp<T>) responses[i]);
    }
    ended = true;
    return list;
  }

  private void finishUnlessNull(RspList<T> result) {
    if (result != null) {
      finish(result);
    }
  }
}
