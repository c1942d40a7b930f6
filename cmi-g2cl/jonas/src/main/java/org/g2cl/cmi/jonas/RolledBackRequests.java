package org.g2cl.cmi.jonas;

import java.time.Duration;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;
import org.ow2.cmi.ha.RequestId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests that were rolled back without being near a commit: the copies are told of them. */
final class RolledBackRequests {
  private static final Logger LOG = LoggerFactory.getLogger(RolledBackRequests.class);

  private final String self;
  private final KnownBeans known;
  private final Entrance entrance;
  private final CommitEnd commits;

  /**
   * Has told of none yet.
   *
   * @param self of this member, for the log
   */
  RolledBackRequests(String self, KnownBeans known, Entrance entrance, CommitEnd commits) {
    this.self = self;
    this.known = known;
    this.entrance = entrance;
    this.commits = commits;
  }

  /**
   * Sees to it that nobody executes a request again that ended in a system exception: the container
   * gives the instance up. The copies stay until they expire, or until {@link #goOn}, as the
   * container does not say whether the client gets an exception.
   */
  void fail(RequestId request, OpenRequest open, Duration timeout) {
    var unused = note(request, open, ReplyCodec.failed(), timeout);
  }

  /**
   * Sees to it that the session of a request that was rolled back goes on with its instance.
   *
   * @return use of the request's number as which that is kept, or -1
   */
  int goOn(RequestId request, OpenRequest open, Duration timeout) {
    return note(request, open, ReplyCodec.rolledBack(), timeout);
  }

  private int note(RequestId request, OpenRequest open, byte[] reply, Duration timeout) {
    try (SessionCall call = entrance.enter(request.getObjectId(), request, open, timeout)) {
      if (call != null) {
        byte[] before = call.state().orElseGet(() -> known.stateWithoutCopy(open));
        call.prepare(Update.state(before, reply), false);
        commits.hold(call, open);
        return Ids.useOf(call.request(), request);
      }
    } catch (PropagationException e) {
      LOG.warn(
          "{}: request {} was rolled back, of which the backups do not hear: {}",
          self,
          request,
          e.getMessage());
      known.live().fenced(Ids.session(request.getObjectId()));
    }
    return -1;
  }
}
