package org.g2cl.cmi.core;

import org.g2cl.propagation.PropagationSettings;

/**
 * Most bytes that a session's state may have and one of its replies, so that all that a copy of the
 * session carries fits one message of the group: the state, the one that is not decided yet, and as
 * many replies as are kept, and one more.
 *
 * @param stateBytes most bytes of a state, {@code g2cl.max-state-bytes}
 * @param repliesKept replies remembered per session, {@code g2cl.replies-kept}
 */
public record ContentLimits(int stateBytes, int repliesKept) {
  /** Most bytes that a state can be allowed. */
  public static final int MOST_STATE_BYTES = 24 << 20;

  /** Of the 64 MiB of a message; the rest is for ids and lengths. */
  private static final int COPY_BYTES = 63 << 20;

  /** Limits of {@link PropagationSettings#defaults()}. */
  public static ContentLimits defaults() {
    return of(PropagationSettings.defaults());
  }

  /** Limits that follow from settings. */
  public static ContentLimits of(PropagationSettings settings) {
    return new ContentLimits(settings.maxStateBytes(), settings.repliesKept());
  }

  /** Most bytes of a reply: as many as of a state, or fewer, where so many would not fit. */
  public int replyBytes() {
    return Math.min(stateBytes, (COPY_BYTES - 2 * stateBytes) / (repliesKept + 1));
  }

  /** Says where the limit of a reply comes from and what to do, for messages. */
  public String ruleOfReplies() {
    return "%d, which is what %s, %d, and %s, %d, leave to each; return less, or %s"
        .formatted(
            replyBytes(),
            HaSetting.MAX_STATE_BYTES.key(),
            stateBytes,
            HaSetting.REPLIES_KEPT.key(),
            repliesKept,
            replyBytes() == stateBytes
                ? "raise the former on all members"
                : "lower one of them on all members");
  }
}
