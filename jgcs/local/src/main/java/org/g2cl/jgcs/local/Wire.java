package org.g2cl.jgcs.local;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that is under way, and the links it is under way on.
 *
 * <p>Total order is made by the coordinator of a view: a message goes to it first and from there to
 * all. When a view ends, what the coordinator has put in order is delivered to all that stay, and
 * what had not reached it goes to the next coordinator; so members that stay together deliver the
 * same messages in the same order. Guarded by the lock of the network.
 */
final class Wire {
  private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

  private final NetworkClock clock;
  private final RandomGenerator random;
  private final EventGuard guard;
  private final Map<Ends, Link> links = new LinkedHashMap<>();
  private final Set<Frame> underWay = new LinkedHashSet<>();
  private Link.Delay usualDelay = Link.Delay.NONE;
  private Link.Disturbance usualDisturbance = Link.Disturbance.NONE;

  /** Set when views come at different times; null when all members hear at once. */
  private Link.Delay viewDelay;

  Wire(NetworkClock clock, RandomGenerator random, EventGuard guard) {
    this.clock = clock;
    this.random = random;
    this.guard = guard;
  }

  void usualDelay(Link.Delay delay) {
    usualDelay = delay;
    links.values().forEach(link -> link.delay(delay));
  }

  void usualDisturbance(Link.Disturbance disturbance) {
    usualDisturbance = disturbance;
    links.values().forEach(link -> link.disturbance(disturbance));
  }

  void viewDelay(Link.Delay delay) {
    viewDelay = delay;
  }

  /** Tells whether views come to members at different times, without virtual synchrony. */
  boolean isLoose() {
    return viewDelay != null;
  }

  long viewArrival() {
    return clock.nanos() + viewDelay.next(random);
  }

  Link link(LocalMember from, LocalMember to) {
    Link.Delay delay = from.equals(to) ? Link.Delay.NONE : usualDelay;
    return links.computeIfAbsent(new Ends(from, to), ends -> new Link(delay, usualDisturbance));
  }

  void unblock(Link link) {
    link.unblock().forEach(this::arrive);
  }

  void unblockAll() {
    List.copyOf(links.values()).forEach(this::unblock);
  }

  void send(Frame frame) {
    Link.Disturbance disturbance = disturbance(frame);
    if (frame.bestEffort() && happens(disturbance.loss())) {
      return;
    }
    travel(frame);
    if (!frame.ordered() && happens(disturbance.duplication())) {
      travel(frame.copy());
    }
  }

  /** Makes no link: a lost frame leaves the order in which links are opened as it is. */
  private Link.Disturbance disturbance(Frame frame) {
    if (frame.from().equals(frame.to())) {
      return Link.Disturbance.NONE;
    }
    Link link = links.get(new Ends(frame.from(), frame.to()));
    return link == null ? usualDisturbance : link.disturbance();
  }

  private boolean happens(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  private void travel(Frame frame) {
    Link link = link(frame.from(), frame.to());
    if (link.loses(frame)) {
      return;
    }
    underWay.add(frame);
    if (link.blocked()) {
      link.hold(frame);
      return;
    }
    long now = clock.nanos();
    long arrival = link.arrival(frame, now, random);
    if (clock.concurrent() && arrival - now <= 0 && link.mayPassAtOnce(frame)) {
      arrive(frame);
      return;
    }
    link.departed(frame);
    clock.at(arrival, () -> guard.run(() -> arriveOver(link, frame)));
  }

  private void arriveOver(Link link, Frame frame) {
    link.arrived(frame);
    if (link.loses(frame)) {
      underWay.remove(frame);
    } else if (link.blocked()) {
      link.hold(frame);
    } else {
      arrive(frame);
    }
  }

  private void arrive(Frame frame) {
    if (!underWay.contains(frame)) {
      return;
    }
    if (frame.kind() == Frame.Kind.TO_SEQUENCER) {
      arriveAtSequencer(frame);
      return;
    }
    underWay.remove(frame);
    if (isWelcome(frame)) {
      frame.deliver();
    } else {
      LOG.debug("{}: dropped a message of {}, not a member", frame.to(), frame.origin());
    }
  }

  private boolean isWelcome(Frame frame) {
    View view = frame.to().view();
    if (frame.kind() != Frame.Kind.SEQUENCED) {
      return view.contains(frame.origin());
    }
    return !isLoose()
        || (view.contains(frame.origin())
            && view.contains(frame.from())
            && frame.to().isNew(frame.message()));
  }

  private void arriveAtSequencer(Frame frame) {
    if (frame.to().crashed()) {
      return; // stays under way until the next view names another coordinator
    }
    underWay.remove(frame);
    if (isLoose() && !frame.to().equals(frame.to().view().coordinator())) {
      LocalMember next = frame.to().view().coordinator();
      send(frame.next(Frame.Kind.TO_SEQUENCER, frame.to(), next));
      return;
    }
    if (frame.to().view().contains(frame.origin())) {
      for (LocalMember member : frame.to().view().members()) {
        send(frame.next(Frame.Kind.SEQUENCED, frame.to(), member));
      }
    }
  }

  /** Delivers what a member that goes has sent: all when it leaves, nothing more when it failed. */
  void flushOrigin(LocalMember gone) {
    List<Frame> sent = take(f -> f.origin() == gone && f.kind() != Frame.Kind.SEQUENCED);
    if (gone.left()) {
      for (Frame frame : sent) {
        if (frame.kind() == Frame.Kind.DIRECT) {
          frame.deliver();
        } else {
          gone.view().members().forEach(m -> frame.next(Frame.Kind.SEQUENCED, gone, m).deliver());
        }
      }
    }
  }

  /** Delivers what is in order already to the members of the next view. */
  void flushSequenced(View next) {
    take(f -> f.kind() == Frame.Kind.SEQUENCED && next.contains(f.to())).forEach(Frame::deliver);
  }

  /** Sends to the coordinator of this view what was meant for another one. */
  void reroute(View view) {
    List<Frame> waiting =
        take(
            f ->
                f.kind() == Frame.Kind.TO_SEQUENCER
                    && view.contains(f.origin())
                    && !f.to().equals(view.coordinator()));
    for (Frame frame : waiting) {
      send(frame.next(Frame.Kind.TO_SEQUENCER, frame.origin(), view.coordinator()));
    }
  }

  /**
   * A member has heard of its view, without virtual synchrony: what was under way between it and
   * those it lost is lost, and what it sent to the former coordinator goes to the new one.
   */
  void parted(LocalMember member, View view) {
    take(
        f ->
            (f.to().equals(member) && !view.contains(f.from()))
                || (f.kind() == Frame.Kind.DIRECT
                    && f.from().equals(member)
                    && !view.contains(f.to())));
    List<Frame> unordered =
        take(
            f ->
                f.kind() == Frame.Kind.TO_SEQUENCER
                    && f.from().equals(member)
                    && !f.to().equals(view.coordinator()));
    for (Frame frame : unordered) {
      if (view.contains(frame.origin())) {
        send(frame.next(Frame.Kind.TO_SEQUENCER, member, view.coordinator()));
      }
    }
  }

  private List<Frame> take(Predicate<Frame> wanted) {
    List<Frame> taken = underWay.stream().filter(wanted).toList();
    taken.forEach(underWay::remove);
    return taken;
  }

  /** Forgets the links and frames of a member that is gone. */
  void forget(LocalMember gone) {
    links.keySet().removeIf(ends -> ends.from().equals(gone) || ends.to().equals(gone));
    underWay.removeIf(
        frame ->
            frame.to().equals(gone)
                && !(isLoose()
                    && frame.kind() == Frame.Kind.TO_SEQUENCER
                    && !frame.from().equals(gone)));
  }

  private record Ends(LocalMember from, LocalMember to) {}

  /** Runs an event under the lock of the network. */
  interface EventGuard {
    void run(Runnable event);
  }
}
