package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import net.sf.jgcs.Membership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proof that members leave on their own will, since anybody can forge what an engine says of that.
 *
 * <p>A leaving member tells the others. Each asks back with a random number, and believes the
 * answer that has it; so what was recorded of any membership proves nothing later. The leaving
 * member waits shortly until all have noted it, so that they know before the view comes. Whatever
 * is lost or late only makes a leave look like a failure.
 *
 * <p>Nothing is kept of who is in no view. Thread-safe.
 */
final class GoodByes {
  private static final Logger LOG = LoggerFactory.getLogger(GoodByes.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final int NUMBER_LENGTH = 16;
  private static final byte[] NONE = {};

  /** First byte of what goes over the network; without any it is a greeting. */
  private static final byte LEAVING = 1;

  private static final byte ASKED = 2;
  private static final byte MEANT = 3;
  private static final byte NOTED = 4;

  /** Sends what nobody can forge or change. */
  @FunctionalInterface
  interface Courier {
    /** Sends it to a member, or to all when that is null; does not wait. */
    void send(SocketAddress to, byte[] content);
  }

  /**
   * A good-bye, with what its sender was asked back.
   *
   * @param head tells where it stands among the greetings of its sender
   */
  private record Said(Envelope head, ByteBuffer number) {
    boolean isBefore(Envelope greeting) {
      return !head.instance().equals(greeting.instance()) || head.sequence() < greeting.sequence();
    }
  }

  private final Supplier<SocketAddress> self;
  private final Courier courier;
  private final SecureRandom random = new SecureRandom();
  private Collection<SocketAddress> members = List.of();

  /** Members that said that they leave, with what they were asked back. */
  private final Map<SocketAddress, Said> asked = new HashMap<>();

  /** Members that proved that they leave. */
  private final Map<SocketAddress, Said> leaving = new HashMap<>();

  /** Members that have not noted yet that this one leaves. */
  private final Set<SocketAddress> awaited = new HashSet<>();

  private boolean saying;

  /** Creates one that has said and heard nothing, of the member with that address. */
  GoodByes(Supplier<SocketAddress> self, Courier courier) {
    this.self = self;
    this.courier = courier;
  }

  /** Tells all that this member leaves, and waits two seconds at most until those noted it. */
  void say(Collection<SocketAddress> others) {
    if (others.isEmpty()) {
      return;
    }
    synchronized (this) {
      saying = true;
      awaited.addAll(others);
    }
    courier.send(null, content(LEAVING, NONE));
    awaitNoted();
  }

  private synchronized void awaitNoted() {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    long left = LONGEST_WAIT.toNanos();
    try {
      while (!awaited.isEmpty() && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      saying = false;
      awaited.clear();
    }
  }

  /**
   * Takes what a member sent, with no byte when it greets: so it does not leave, unless its
   * good-bye has overtaken that greeting.
   */
  synchronized void receive(SocketAddress from, Envelope head, ByteBuffer content) {
    if (!content.hasRemaining()) {
      asked.computeIfPresent(from, (member, said) -> said.isBefore(head) ? null : said);
      leaving.computeIfPresent(from, (member, said) -> said.isBefore(head) ? null : said);
      return;
    }
    byte code = content.get();
    switch (code) {
      case LEAVING -> ask(from, head);
      case ASKED -> answer(from, content);
      case MEANT -> note(from, content);
      case NOTED -> noted(from);
      default -> LOG.debug("{}: code {} of {} is unknown", self.get(), code, from);
    }
  }

  private void takeBack(SocketAddress member) {
    asked.remove(member);
    leaving.remove(member);
  }

  private void ask(SocketAddress from, Envelope head) {
    if (members.contains(from)) {
      byte[] number = new byte[NUMBER_LENGTH];
      random.nextBytes(number);
      asked.put(from, new Said(head, ByteBuffer.wrap(number)));
      courier.send(from, content(ASKED, number));
    }
  }

  private void answer(SocketAddress to, ByteBuffer number) {
    if (saying && number.remaining() == NUMBER_LENGTH) {
      byte[] same = new byte[NUMBER_LENGTH];
      number.get(same);
      courier.send(to, content(MEANT, same));
    }
  }

  private void note(SocketAddress from, ByteBuffer number) {
    Said said = asked.get(from);
    if (said != null && said.number().equals(number)) {
      asked.remove(from);
      leaving.put(from, said);
      courier.send(from, content(NOTED, NONE));
    }
  }

  private void noted(SocketAddress by) {
    awaited.remove(by);
    notifyAll();
  }

  private static byte[] content(byte code, byte[] number) {
    return ByteBuffer.allocate(1 + number.length).put(code).put(number).array();
  }

  /** View in which all count as failed that have not proved that they leave. */
  synchronized Membership checked(Membership view) {
    List<SocketAddress> unproved =
        view.getLeavedMembers().stream().filter(member -> !leaving.containsKey(member)).toList();
    if (unproved.isEmpty()) {
      return view;
    }
    LOG.warn(
        "{}: {} count as failed, not as having left: the engine says that they left, but no encrypted good-bye of them was noted; they are of a former release, which sends none, or were too slow, or the engine's word was forged",
        self.get(),
        unproved);
    return ProvedMembership.of(view, unproved);
  }

  /** A view was installed: who is not in it, or came with it, does not leave. */
  synchronized void onView(Membership view) {
    members = Set.copyOf(view.getMembershipList());
    keepOnly(members);
    view.getJoinedMembers().forEach(this::takeBack);
  }

  /** This member is no longer in the group. */
  synchronized void onDeparture() {
    members = Set.of();
    keepOnly(members);
    awaited.clear();
    notifyAll();
  }

  private void keepOnly(Collection<SocketAddress> those) {
    asked.keySet().retainAll(those);
    leaving.keySet().retainAll(those);
  }
}
