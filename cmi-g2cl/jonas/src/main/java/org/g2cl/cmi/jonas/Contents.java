package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.core.HaSetting;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/** Takes the states and the response of a request from its beans, within the limits. */
final class Contents {
  private final ContentLimits limits;
  private final MemberForms forms;
  private final Callers callers;
  private final ReplyCodec replies;
  private final BeanState beans;
  private final WithoutCopies withoutCopies;

  Contents(JonasGroup group, Codecs codecs, Callers callers, WithoutCopies withoutCopies) {
    this.limits = group.settings().ha().limits();
    this.forms = group.forms();
    this.callers = callers;
    this.replies = codecs.replies();
    this.beans = codecs.beans();
    this.withoutCopies = withoutCopies;
  }

  /**
   * Content of a request, or that it is lost where it cannot be replicated: as with stock CMI the
   * call goes on then, and no copy that is older than it may come to life.
   */
  Content ofOrLost(RequestId request, OpenRequest open) {
    try {
      return of(open);
    } catch (TooLargeException e) {
      withoutCopies.tell(request.getObjectId(), e.what(), e.getMessage());
    } catch (ReplicationException
        | IOException
        | RuntimeException
        | LinkageError
        | VirtualMachineError
        | AssertionError e) {
      String reason = e.getCause() == null ? e.toString() : e.getMessage() + ": " + e.getCause();
      withoutCopies.tell(
          request.getObjectId(),
          reason,
          "%s. Make it serializable, or transient what is not state, or name its class in %s"
              .formatted(reason, ClassAllowList.SETTING));
    }
    Map<SessionId, Optional<byte[]>> states = new HashMap<>();
    open.lost();
    open.beans().keySet().forEach(session -> states.put(session, Optional.of(LostState.bytes())));
    return new Content(states, ReplyCodec.lost());
  }

  private Content of(OpenRequest open) throws ReplicationException, IOException {
    Map<SessionId, Optional<byte[]>> states = new HashMap<>();
    for (Map.Entry<SessionId, StatefulBeanReference> bean : open.beans().entrySet()) {
      StatefulBeanReference reference = bean.getValue();
      if (reference != null) {
        states.put(
            bean.getKey(),
            reference.isModified() || open.replaces(bean.getKey())
                ? Optional.of(state(beans.of(reference)))
                : Optional.empty());
      }
    }
    return new Content(states, response(open));
  }

  /** The container hands a stored response out before it looks who calls. */
  private byte[] forCaller(OpenRequest open, byte[] answer) {
    Optional<String> login = open.isSplitOff() ? Optional.empty() : callers.login();
    return login.isPresent() && forms.everyMemberReads(MemberForms.REPLIES_FOR_CALLERS)
        ? ReplyCodec.forCaller(login.get(), answer)
        : answer;
  }

  private byte[] state(byte[] bytes) throws TooLargeException {
    int limit = limits.stateBytes();
    if (bytes.length > limit) {
      throw new TooLargeException(
          "the state",
          "the state has %d bytes, over %s, which is %d; keep less in it, or raise the setting on all servers"
              .formatted(bytes.length, HaSetting.MAX_STATE_BYTES.key(), limit));
    }
    return bytes;
  }

  private byte[] response(OpenRequest open) throws TooLargeException, IOException {
    byte[] answer = replies.write(open.response());
    byte[] kept = forCaller(open, answer);
    if (kept.length > limits.replyBytes()) {
      throw new TooLargeException(
          "the response",
          "the response has %d bytes%s, over %s"
              .formatted(
                  kept.length,
                  kept.length > answer.length ? " with its caller's login" : "",
                  limits.ruleOfReplies()));
    }
    return kept;
  }
}
