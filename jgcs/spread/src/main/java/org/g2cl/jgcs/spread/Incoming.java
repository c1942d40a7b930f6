package org.g2cl.jgcs.spread;

import java.util.Set;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the daemon sends to one member, on its way to the inbox; for the reading thread.
 *
 * <p>Messages that nobody can understand are dropped, counted and logged once in a while. Frames
 * without which the members cannot be known end the membership.
 *
 * <p>So does a backlog of slow listeners. What waits for fragments or behind a view is the same at
 * all members, and has bounds of its own in {@link Stream}; it does not count as such a backlog,
 * neither there nor when it comes to the inbox at once, lest all members leave together.
 */
final class Incoming implements Stream.Output {
  private static final Logger LOG = LoggerFactory.getLogger(Incoming.class);

  private final SpreadSettings settings;
  private final String group;
  private final Views views;
  private final Watchman watchman;
  private final Inbox inbox;
  private final Receiver receiver;
  private final Stream stream;
  private final Newcomers newcomers =
      new Newcomers(arrival -> dropped(arrival.sender(), "it is no member"));
  private final RareLog drops = new RareLog();

  /** Members of the last view that was read, which may still be held back. */
  private Set<String> announced = Set.of();

  /** Members of the largest view so far; what they sent may wait when they are gone. */
  private int mostMembers;

  Incoming(
      SpreadSettings settings,
      String group,
      Views views,
      Watchman watchman,
      Inbox inbox,
      Receiver receiver) {
    this.settings = settings;
    this.group = group;
    this.views = views;
    this.watchman = watchman;
    this.inbox = inbox;
    this.receiver = receiver;
    stream = new Stream(settings.longestMessage(), settings.queueBytes(), this);
  }

  /** Member to which all this comes. */
  interface Receiver {
    /** Takes a view, in a thread of the inbox. */
    void deliver(Membership view);

    /** Takes a message, in a thread of the inbox. */
    void deliver(SpreadMessage message, SpreadService service);

    /** Hears that a view is in the inbox, in the reading thread. */
    void onView();

    /** Hears that the daemon took notice of the leave, in the reading thread. */
    void onLeft();
  }

  /**
   * Takes a frame.
   *
   * @throws GroupException when the membership cannot go on
   */
  void handle(Frame frame) throws GroupException {
    if (frame.is(Bits.REJECT)) {
      handleRejection(frame);
    } else if (frame.is(Bits.ANY_REGULAR)) {
      handleMessage(frame);
    } else if (frame.is(Bits.REGULAR_MEMBERSHIP)) {
      handleView(frame);
    } else if (frame.is(Bits.TRANSITION)) {
      LOG.debug("{}: a change of the ring begins", settings.memberName());
    } else if (frame.is(Bits.BY_LEAVE)) {
      receiver.onLeft();
    } else {
      throw new MalformedFrameException(
          "the daemon sent what is no part of its protocol: " + frame);
    }
    checkBacklog();
  }

  private void handleMessage(Frame frame) throws GroupException {
    watchman.heard(frame.about());
    try {
      Arrival arrival = new Arrival(frame.about(), Tag.of(frame.application()), frame.data());
      if (Control.is(arrival)) {
        handleWord(arrival);
      } else if (watchman.isOut(arrival.sender())) {
        dropped(arrival.sender(), "it is put out of the group");
      } else if (announced.contains(arrival.sender())) {
        stream.add(arrival);
      } else {
        newcomers.hold(arrival);
      }
    } catch (MalformedFrameException e) {
      dropped(frame.about(), e);
    }
  }

  private void handleWord(Arrival arrival) throws GroupException {
    Control word = Control.of(arrival);
    if (word == null) {
      return;
    }
    if (announced.contains(arrival.sender())) {
      watchman.take(arrival.sender(), word);
      putOut();
    } else {
      watchman.takeAhead(arrival.sender(), word);
    }
  }

  private void putOut() throws GroupException {
    GroupView view = watchman.decide();
    if (view != null) {
      stream.add(view);
    }
  }

  private void handleView(Frame frame) throws GroupException {
    if (!frame.about().equals(group)) {
      throw new MalformedFrameException("the daemon told of a group not asked for: " + frame);
    }
    GroupView view = GroupView.of(frame);
    views.check(view);
    announced = Set.copyOf(view.members());
    mostMembers = Math.max(mostMembers, announced.size());
    GroupView told = watchman.take(view);
    if (told != null) {
      stream.add(told);
    }
    newcomers.release(announced, stream::add);
    putOut();
  }

  private void handleRejection(Frame frame) throws GroupException {
    if (frame.is(Bits.JOIN)) {
      throw new GroupException(
          "the access policy of the Spread daemon refuses it group '" + group + "'");
    }
    dropped(frame.about(), "the access policy of the daemon refuses it");
  }

  private void checkBacklog() throws GroupException {
    long backlog = inbox.backlog(mostAtOnce());
    if (backlog > settings.queueBytes()) {
      inbox.clear();
      throw new GroupException(
          "member %s leaves group '%s': %d bytes wait for its listeners, which are too slow; the setting '%s' allows %d"
              .formatted(
                  settings.memberName(),
                  group,
                  backlog,
                  SpreadSettings.QUEUE_BYTES,
                  settings.queueBytes()));
    }
  }

  /** What was held back behind a view, and a longest message of each member. */
  private long mostAtOnce() {
    return settings.queueBytes() + (long) mostMembers * settings.longestMessage();
  }

  /** Gives up waiting for what does not come; called now and then. */
  void checkTime() {
    stream.checkTime();
    newcomers.checkTime();
  }

  @Override
  public void message(String sender, SpreadService service, byte[] payload, boolean delayed) {
    SpreadAddress from = views.member(sender);
    if (from == null) {
      dropped(sender, "it is no member any more");
      return;
    }
    SpreadMessage message = new SpreadMessage(payload, from);
    inbox.addMessage(
        service, from, payload.length, delayed, () -> receiver.deliver(message, service));
  }

  @Override
  public void view(GroupView view) {
    for (Membership next : views.install(view)) {
      inbox.addView(next.getMembershipList(), () -> receiver.deliver(next));
    }
    receiver.onView();
  }

  @Override
  public boolean isWidenedBy(GroupView view) {
    return views.isWidenedBy(view);
  }

  @Override
  public void dropped(String sender, MalformedFrameException reason) {
    dropped(sender, reason.getMessage());
  }

  private void dropped(String sender, String reason) {
    if (drops.count()) {
      LOG.warn(
          "{}: dropped a message of {}: {}; {} dropped so far",
          settings.memberName(),
          new SpreadAddress(sender),
          reason,
          drops.total());
    }
  }

  /** Messages that were dropped because they are not ours, broken, or of no member. */
  long dropped() {
    return drops.total();
  }
}
