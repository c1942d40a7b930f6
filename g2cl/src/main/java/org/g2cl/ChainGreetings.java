package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.annotation.PointToPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What members tell each other of their decorators when they meet: each new one and the oldest.
 *
 * <p>Members with different chains may understand each other's small messages and not the large
 * ones, so they are to hear of it before. A greeting passes the decorators by. It begins with a 1
 * and ten bytes of 255, by which no frame of G2CL or of a decorator begins; one byte of version and
 * the names of the decorators follow, with commas in between. So it is looked for only in what
 * cannot be read otherwise. Members of builds before greetings drop it as malformed, which says
 * nothing of their settings.
 *
 * <p>Not for chains that encrypt: there a greeting could be anybody's.
 */
final class ChainGreetings {
  private static final Logger LOG = LoggerFactory.getLogger(ChainGreetings.class);
  private static final byte[] MARK = {1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
  private static final byte VERSION = 1;
  private static final int LONGEST = 1_000;
  private static final Pattern NAMES = Pattern.compile("[\\w,]*");

  private final DataSession engine;
  private final Service service;
  private final String chain;
  private final DroppedFrames dropped;

  /**
   * Creates those of one session.
   *
   * @param service of the engine, by which they go
   * @param chain names of the decorators
   * @param dropped is told of other chains
   */
  ChainGreetings(DataSession engine, Service service, List<String> chain, DroppedFrames dropped) {
    this.engine = engine;
    this.service = service;
    this.chain = String.join(",", chain);
    this.dropped = dropped;
  }

  /**
   * Greets whom this member meets in a view.
   *
   * @param before null when it was in none
   */
  void onView(Membership before, Membership view, SocketAddress self) {
    List<SocketAddress> members = view.getMembershipList();
    SocketAddress oldest = members.get(0);
    if (oldest.equals(self)) {
      members.stream().filter(member -> isNew(member, before, self)).forEach(this::greet);
    } else if (isNew(oldest, before, self)) {
      greet(oldest);
    }
  }

  private static boolean isNew(SocketAddress member, Membership before, SocketAddress self) {
    return !member.equals(self) && (before == null || before.getMemberRank(member) < 0);
  }

  private void greet(SocketAddress member) {
    try {
      Message message = engine.createMessage();
      message.setPayload(frame());
      engine.multicast(message, service, null, new PointToPoint(member));
    } catch (IOException | RuntimeException e) { // it has left, or this one; a check, no more
      LOG.debug("telling {} the decorators of this member failed", member, e);
    }
  }

  private byte[] frame() {
    byte[] names = chain.getBytes(UTF_8);
    return ByteBuffer.allocate(MARK.length + 1 + names.length)
        .put(MARK)
        .put(VERSION)
        .put(names)
        .array();
  }

  /** Takes a frame that could not be read otherwise; false when it is no greeting. */
  boolean take(ByteBuffer frame, SocketAddress sender) {
    ByteBuffer in = frame.duplicate();
    if (in.remaining() <= MARK.length || in.remaining() > LONGEST) {
      return false;
    }
    for (byte each : MARK) {
      if (in.get() != each) {
        return false;
      }
    }
    return in.get() == VERSION && compare(UTF_8.decode(in).toString(), sender);
  }

  /** False when these are no names. */
  private boolean compare(String other, SocketAddress sender) {
    if (!NAMES.matcher(other).matches()) {
      return false;
    }
    if (!other.equals(chain)) {
      dropped.addOther(
          sender,
          "member %s has the decorators [%s] and this one [%s]; set the same chain at all members"
              .formatted(sender, other, chain));
    }
    return true;
  }
}
