package org.g2cl.jgcs.local;

import java.util.HashMap;
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
  private final Map<Ends, Link> links = new HashMap<>();
  private final Set<Frame> underWay = new LinkedHashSet<>();
  private Link.Delay usualDelay = Link.Delay.NONE;

  Wire(NetworkClock clock, RandomGenerator random, EventGuard guard) {
    this.clock = clock;
    this.random = random;
    this.guard = guard;
  }

  void usualDelay(Link.Delay delay) {
    usualDelay = delay;
    links.values().forEach(link -> link.delay(delay));
  }

  Link link(LocalMember from, LocalMember to) {
    Link.Delay delay = from.equals(to) ? Link.Delay.NONE : usualDelay;
    return links.computeIfAbsent(new Ends(from, to), ends -> new Link(delay));
  }

  void unblock(Link link) {
    link.unblock().forEach(this::arrive);
  }

  void unblockAll() {
    List.copyOf(links.values()).forEach(this::unblock);
  }

  void send(Frame frame) {
    underWay.add(frame);
    Link link = link(frame.from(), frame.to());
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
    if (link.blocked()) {
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
    if (frame.kind() == Frame.Kind.SEQUENCED || frame.to().view().contains(frame.origin())) {
      frame.deliver();
    } else {
      LOG.debug("{}: dropped a message of {}, not a member", frame.to(), frame.origin());
    }
  }

  private void arriveAtSequencer(Frame frame) {
    if (frame.to().crashed()) {
      return; // stays under way until the next view names another coordinator
    }
    underWay.remove(frame);
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

  private List<Frame> take(Predicate<Frame> wanted) {
    List<Frame> taken = underWay.stream().filter(wanted).toList();
    taken.forEach(underWay::remove);
    return taken;
  }

  /** Forgets the links and frames of a member that is gone. */
  void forget(LocalMember gone) {
    links.keySet().removeIf(ends -> ends.from().equals(gone) || ends.to().equals(gone));
    underWay.removeIf(frame -> frame.to().equals(gone));
  }

  private record Ends(LocalMember from, LocalMember to) {}

  /** Runs an event under the lock of the network. */
  interface EventGuard {
    void run(Runnable event);
  }
}
