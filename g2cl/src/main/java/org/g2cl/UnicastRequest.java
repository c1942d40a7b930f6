package org.g2cl;

import java.net.SocketAddress;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.Membership;

/** Request to one member. */
final class UnicastRequest<T> extends PendingRequest<T> {
  private final SocketAddress dest;
  private final RspFilter filter;

  UnicastRequest(
      PendingRequests table, SocketAddress dest, RequestOptions options, Membership view) {
    super(table, options.timeout(), view);
    this.dest = dest;
    this.filter = options.rspFilter();
  }

  @Override
  @SuppressWarnings("unchecked") // the caller says which type the handler answers with
  void onResponse(SocketAddress sender, Rsp<Object> response) {
    if (!sender.equals(dest)) {
      return;
    }
    if (response.hasException()) {
      finishExceptionally(response.getException());
      return;
    }
    try {
      if (filter != null && !filter.isAcceptable(response.getValue(), sender)) {
        finish(null); // no other response comes
        return;
      }
    } catch (RuntimeException e) {
      fail(filterFailed(sender, e));
      return;
    }
    finish((T) response.getValue());
  }

  @Override
  void suspect(Membership view, boolean merged) {
    if (isGone(dest, view, merged)) {
      finishExceptionally(new SuspectedException(dest));
    }
  }

  @Override
  void expire() {
    finishExceptionally(new TimeoutException("no response of member " + dest + " in time"));
  }
}
