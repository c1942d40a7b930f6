package org.g2cl;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;

/** Request that waits for responses; a slot of {@link PendingRequests} is its from add to end. */
abstract class PendingRequest<T> extends CompletableFuture<T> {
  private final PendingRequests table;
  private final long deadlineNanos;
  private final Membership begunIn;
  private long id;

  PendingRequest(PendingRequests table, long timeoutMillis, Membership begunIn) {
    this.table = table;
    this.begunIn = begunIn;
    this.deadlineNanos = table.nanoTime() + Duration.ofMillis(timeoutMillis).toNanos();
  }

  final long id() {
    return id;
  }

  /** Called once by the table, before others can see the request. */
  final void id(long given) {
    id = given;
  }

  final boolean late(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  /** Takes the response of a member. */
  abstract void onResponse(SocketAddress sender, Rsp<Object> response);

  /** Ends the waits on members that are gone, see {@link #isGone}. */
  abstract void suspect(Membership view, boolean merged);

  /** Ends the waits on members that are gone with this view, which has just come. */
  final void onView(Membership view) {
    suspect(view, view.isMerge() && view != begunIn);
  }

  /** Ends the waits on members that are not in the view in which the request was sent. */
  final void onSent(Membership view) {
    suspect(view, false);
  }

  /**
   * Whether a member will not answer: it is not in the view, or the request was on its way when a
   * merge brought the member back from another part of the group, where it may have been lost.
   */
  static boolean isGone(SocketAddress member, Membership view, boolean merged) {
    return view.getMemberRank(member) < 0 || (merged && view.getJoinedMembers().contains(member));
  }

  /** Ends the request with what is there. */
  abstract void expire();

  /** Ends the request with an error of the group. */
  final void fail(GroupException cause) {
    finishExceptionally(cause);
  }

  static GroupException filterFailed(SocketAddress sender, RuntimeException cause) {
    return new GroupException(
        "response filter failed on the response of member " + sender + "; mend the filter", cause);
  }

  final void finish(T result) {
    table.remove(this);
    complete(result);
  }

  final void finishExceptionally(Throwable cause) {
    table.remove(this);
    completeExceptionally(cause);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    table.remove(this);
    return super.cancel(mayInterruptIfRunning);
  }
}
