package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sending of one change to as many backups as configured, without waiting for them. What they
 * answer is dealt with by the thread that delivers it: a copy that lacks the base gets the whole
 * content, a refusal ends the ownership, and copies that were replaced are dropped once there are
 * enough of the new ones. One that is silent for the acknowledge time-out comes last for a while,
 * and is not sent more than there is room for.
 */
final class AsynchronousUpdate {
  private final Node node;
  private final Entry entry;
  private final Change change;
  private final UpdateFrames frames;

  AsynchronousUpdate(Node node, Entry entry, Change change, UpdateFrames frames) {
    this.node = node;
    this.entry = entry;
    this.change = change;
    this.frames = frames;
  }

  /**
   * Sends.
   *
   * @return members that it was sent to
   * @throws PropagationException when too many updates are unanswered
   */
  List<SocketAddress> send() throws PropagationException {
    List<SocketAddress> chosen = new ArrayList<>();
    for (SocketAddress member : node.candidates(entry)) {
      if (chosen.size() == node.backups()) {
        break;
      }
      boolean isSlow = node.placement().isSlow(member);
      Duration longest = isSlow ? Duration.ZERO : node.settings().callTimeout();
      if (!node.backlog().enter(node.scheduler(), longest)) {
        if (isSlow) {
          continue; // the keeper brings it when it answers again
        }
        throw new PropagationException(
            "session %s: %d updates are not acknowledged after %s, and g2cl.mode is asynchronous; the other members are too slow, retry the request"
                .formatted(entry.session(), Backlog.LIMIT, longest));
      }
      ask(member, () -> frames.forMember(member), change.stamp(), true);
      chosen.add(member);
    }
    return chosen;
  }

  /** Asks within the place in the backlog, which ends with the answer, or when nothing is asked. */
  private void ask(SocketAddress member, Supplier<byte[]> made, Stamp content, boolean first) {
    boolean asked = false;
    try {
      byte[] frame = made.get();
      node.counters().replicatedBytes.add(frame.length);
      var unused =
          node.link()
              .ask(member, frame, node.settings().acknowledgeTimeout())
              .whenComplete(
                  (answer, failure) -> {
                    node.backlog().leave();
                    if (failure == null) {
                      judge(member, answer, content, first);
                    } else {
                      node.placement().wasSilent(member);
                    }
                  });
      asked = true;
    } finally {
      if (!asked) {
        node.backlog().leave();
      }
    }
  }

  private void judge(SocketAddress member, byte[] answer, Stamp content, boolean first) {
    Verdict verdict = Verdict.of(answer);
    if (verdict == null) {
      return;
    }
    node.placement().releases().learn(member, answer);
    if (verdict == Verdict.ACK) {
      acknowledged(member, content);
    } else if (verdict != Verdict.NEED_COPY) {
      node.counters().fenced.increment();
      synchronized (entry) {
        entry.copy().surrender(change.stamp().epoch());
      }
    } else if (first && node.backlog().enter(node.scheduler(), Duration.ZERO)) {
      sendWhole(member);
    }
  }

  /** Sends the content as it is by now, so that nothing newer is overwritten. */
  private void sendWhole(SocketAddress member) {
    Snapshot content = readable();
    if (content == null) {
      node.backlog().leave();
      return;
    }
    long epoch = change.stamp().epoch();
    Frame.Copy copy = new Frame.Copy(entry.session(), epoch, false, content);
    ask(member, () -> FrameCodec.encode(copy), content.newest(), false);
  }

  private Snapshot readable() {
    try {
      synchronized (entry) {
        return node.snapshot(entry);
      }
    } catch (UnreadableStateException e) {
      return null; // the next change sends it
    }
  }

  private void acknowledged(SocketAddress member, Stamp content) {
    node.placement().answered(member);
    List<Holders.Held> replaced = List.of();
    synchronized (entry) {
      entry.holders().note(member, content);
      List<SocketAddress> current = entry.holders().current(content);
      if (current.size() >= node.backups()) {
        replaced = entry.holders().besides(current);
      }
    }
    replaced.forEach(former -> node.dropAt(entry, former));
  }
}
