package org.g2cl.cmi.jonas;

import java.util.Optional;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.StatefulBeanReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a request after its commit: what {@link Replicator} has sent holds on the copies, or
 * is taken back.
 */
final class CommitEnd {
  private static final Logger LOG = LoggerFactory.getLogger(CommitEnd.class);

  private final JonasGroup group;
  private final KnownBeans known;
  private final LiveSessions live;
  private final Entrance entrance;
  private final WithoutCopies withoutCopies;
  private final UncertainCommits uncertain;

  CommitEnd(JonasGroup group, KnownBeans known, Entrance entrance, WithoutCopies withoutCopies) {
    this.group = group;
    this.known = known;
    this.live = known.live();
    this.entrance = entrance;
    this.withoutCopies = withoutCopies;
    this.uncertain = new UncertainCommits(group.self(), group.forms());
  }

  /**
   * Ends a request.
   *
   * @throws IllegalStateException when it may not have been committed as a whole, and the container
   *     takes it for committed; the client is to be told
   */
  void end(RequestId request, OpenRequest open, boolean committed) {
    boolean certain = committed && !open.isInDoubt();
    try {
      Optional<Boolean> outcome = certain ? Optional.of(true) : outcome(request, open);
      if (outcome.isEmpty()) {
        live.fenced(open);
      } else if (outcome.get()) {
        if (!certain && open.isOfSeveralResources()) {
          holdInPart(request, open);
        } else {
          hold(open);
        }
      } else {
        takeBack(request, open);
      }
    } finally {
      open.close();
    }
    if (committed && !certain) {
      throw new IllegalStateException(
          "request %s: a resource of its transaction has refused the commit".formatted(request));
    }
  }

  /**
   * Whether a request whose commit failed took effect: it may have reached the database, then the
   * marker decides. Empty when that is not known: the container throws, the client sends the
   * request again, and whoever gets it settles it.
   */
  private Optional<Boolean> outcome(RequestId request, OpenRequest open) {
    if (!open.isMarked()) {
      return Optional.of(false);
    }
    SessionCall root = open.root();
    try {
      return Optional.of(group.outcomes().settle(root.session(), root.request(), root.epoch()));
    } catch (PropagationException e) {
      LOG.warn(
          "{}: outcome of request {} unknown; it is looked up once the table can be read: {}",
          group.self(),
          request,
          e.getMessage());
      return Optional.empty();
    }
  }

  private void hold(OpenRequest open) {
    open.calls().forEach(call -> hold(call, open));
    if (open.root() != null) { // null when there was nothing to remove
      hold(open.root(), open);
    }
  }

  /** Has the update of one session hold. */
  void hold(SessionCall call, OpenRequest open) {
    call.commit();
    if (!open.isLost()) {
      withoutCopies.held(call);
    }
    boolean isInner = call != open.root() || open.isSplitOff();
    if (call.state().isPresent()) {
      live.updated(call, open.beanOf(call.session()));
      if (isInner) {
        group.propagation().tellOutcome(call.session()); // the root's reply is not kept for long
      }
      return;
    }
    live.removed(call.session());
    if (isInner) {
      group.propagation().drop(call.session()); // JOnAS gives a local bean's id to the next one
    }
  }

  /** Has the client told, in place of an answer, that the commit failed though the marker holds. */
  private void holdInPart(RequestId request, OpenRequest open) {
    SessionCall root = open.root();
    byte[] reply = uncertain.inPart(request);
    try {
      root.commit();
      root.prepare(
          root.state().map(state -> Update.state(state, reply)).orElse(Update.removal(reply)),
          false);
    } catch (PropagationException e) {
      LOG.error(
          "{}: request {}: the backups do not hear of that, and may answer it: {}",
          group.self(),
          request,
          e.getMessage());
    }
    hold(open);
    if (ReplyCodec.isLost(reply)) {
      live.fenced(root.session()); // else it would not count here, where the instance goes on
    }
  }

  private void takeBack(RequestId request, OpenRequest open) {
    SessionCall root = open.root();
    live.fenced(open);
    open.calls().forEach(SessionCall::abort);
    if (root == null) {
      return;
    }
    if (open.isMarked()) {
      root.abort(); // and its marker is barred: the client's next try is another use of its number
    }
    byte[] before = open.stateBefore() == null ? known.stateWithoutCopy(open) : open.stateBefore();
    try {
      byte[] reply =
          open.isInDoubt() ? uncertain.inDoubt(request, open.isMarked()) : ReplyCodec.rolledBack();
      root.prepare(Update.state(before, reply), false);
      withoutCopies.held(root);
      if (open.isSplitOff()) {
        goOnInside(open);
      }
    } catch (PropagationException e) {
      LOG.warn(
          "{}: request {} was rolled back after its state had gone out, and cannot be taken back:"
              + " {}",
          group.self(),
          request,
          e.getMessage());
      if (open.isMarked()) {
        entrance.spend(root, request);
      }
    }
  }

  /**
   * The bean that called them may catch the exception, and call them again, of which the container
   * says no more than of any call: their instances go on as they are.
   */
  private void goOnInside(OpenRequest open) {
    goOnInside(open.root(), open);
    open.calls().forEach(call -> goOnInside(call, open));
  }

  private void goOnInside(SessionCall call, OpenRequest open) {
    StatefulBeanReference bean = open.beanOf(call.session());
    if (bean != null && call.state().isPresent()) {
      live.updated(call, bean);
    }
  }
}
