package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.g2cl.G2CLMessage;
import org.g2cl.RequestHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Other members' frames, on the thread that delivers them; waits for nobody. */
final class Receiver implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

  /** Sessions known here above which claims of unknown ones are answered but not remembered. */
  private static final int MAX_SESSIONS = 2_000_000;

  private final Runnable onLeaving;
  private volatile Node node;
  private volatile OutdatedCopies outdated;

  /**
   * Creates one.
   *
   * @param onLeaving run when a member says that it is about to leave
   */
  Receiver(Runnable onLeaving) {
    this.onLeaving = onLeaving;
  }

  void start(Node parts, OutdatedCopies outdatedCopies) {
    outdated = outdatedCopies;
    node = parts;
  }

  @Override
  public Object handle(G2CLMessage message) throws MalformedFrameException, PropagationException {
    Frame frame = FrameCodec.decode(message.payload());
    try {
      return handle(frame, message.getSender());
    } catch (UnreadableStateException e) { // of a disk that fails, not of a program
      throw new PropagationException(node.link().self() + ": " + e.getMessage(), e);
    }
  }

  /** Answers a frame of that member. */
  byte[] handle(Frame frame, SocketAddress sender) {
    if (node.placement().isStranger(sender)) {
      node.counters().fenced.increment();
      LOG.debug("{}: refused {} of {}, which was put out", node.link().self(), frame, sender);
      return frame instanceof Frame.Claim
          ? AnswerCodec.encode(Answer.ofNothing(false, 0, List.of()))
          : Verdict.STRANGER.bytes();
    }
    if (frame instanceof Frame.UpdateFrame update) {
      return verdict(onUpdate(update, sender));
    } else if (frame instanceof Frame.PatchFrame patch) {
      return verdict(onPatch(patch, sender));
    } else if (frame instanceof Frame.Copy copy) {
      return verdict(onCopy(copy, sender));
    } else if (frame instanceof Frame.Claim claim) {
      return AnswerCodec.encode(onClaim(claim, sender));
    } else if (frame instanceof Frame.Have have) {
      return verdict(onHave(have, sender));
    } else if (frame instanceof Frame.Floor floor) {
      return verdict(onFloor(floor, sender));
    } else if (frame instanceof Frame.Census) {
      return StandingCodec.encode(node.primary().onCensus());
    } else if (frame instanceof Frame.Attempt attempt) {
      return node.primary().onAttempt(attempt, sender);
    } else if (frame instanceof Frame.Formed formed) {
      return verdict(node.primary().onFormed(formed, sender));
    } else if (frame instanceof Frame.Minority minority) {
      return verdict(node.primary().onMinority(minority, sender));
    } else if (frame instanceof Frame.Early) {
      node.primary().onEarly(sender);
    } else if (frame instanceof Frame.Leaving) {
      node.placement().leaves(sender);
      onLeaving.run();
    } else {
      onTold(frame, sender);
    }
    return Verdict.ACK.bytes();
  }

  private byte[] verdict(Verdict verdict) {
    if (verdict == Verdict.STALE) {
      node.counters().fenced.increment();
    }
    return verdict.bytes();
  }

  private Verdict onUpdate(Frame.UpdateFrame update, SocketAddress sender) {
    return node.table().with(update.session(), new UpdateTaken(update, sender));
  }

  /** Written out, as a lambda that holds these would be slower to make than all it does. */
  private record UpdateTaken(Frame.UpdateFrame frame, SocketAddress sender)
      implements Function<Entry, Verdict> {
    @Override
    public Verdict apply(Entry entry) {
      if (entry.isUnsettled()) {
        return onUnsettled(entry, frame.change().stamp(), sender);
      }
      Verdict verdict =
          entry.copy().onUpdate(frame.base(), frame.undecided(), frame.change(), sender);
      return used(entry, verdict);
    }
  }

  /**
   * A change for content of which others may have made something else: no base tells whether it is
   * the same, since parts may have given one stamp to two.
   */
  private static Verdict onUnsettled(Entry entry, Stamp made, SocketAddress sender) {
    boolean isOfClaimer = isClaimer(entry, made.epoch(), sender);
    return entry.refuses(made) || !isOfClaimer ? Verdict.STALE : Verdict.NEED_COPY;
  }

  /** Parts may have given one epoch to two owners, of which one was told what is here. */
  private static boolean isClaimer(Entry entry, long epoch, SocketAddress sender) {
    return epoch == entry.copy().epoch() && sender.equals(entry.copy().owner());
  }

  private record PatchTaken(Frame.PatchFrame frame, SocketAddress sender)
      implements Function<Entry, Verdict> {
    @Override
    public Verdict apply(Entry entry) {
      return used(entry, taken(entry));
    }

    private Verdict taken(Entry entry) {
      if (entry.isUnsettled()) {
        return onUnsettled(entry, frame.patch().stamp(), sender);
      }
      if (entry.copy().isPutAway()) {
        return Verdict.NEED_COPY; // reading it would hold all frames up
      }
      return entry.copy().onPatch(frame.base(), frame.undecided(), frame.patch(), sender);
    }
  }

  private static Verdict used(Entry entry, Verdict verdict) {
    if (verdict == Verdict.ACK) {
      entry.used();
      entry.afterMerge().reached(entry.copy().newest());
    }
    return verdict;
  }

  private Verdict onPatch(Frame.PatchFrame frame, SocketAddress sender) {
    if (frame.patch().newLength() > node.settings().maxStateBytes()) {
      return Verdict.NEED_COPY; // not unfolded here, where it would take more memory than allowed
    }
    return node.table().with(frame.session(), new PatchTaken(frame, sender));
  }

  private Verdict onCopy(Frame.Copy copy, SocketAddress sender) {
    return node.table()
        .with(
            copy.session(),
            entry -> {
              if (isTooEarly(entry, copy, sender)) {
                return copy.orphan() ? Verdict.LATER : Verdict.STALE;
              }
              boolean fresh = entry.copy().isBlank();
              Stamp before = entry.copy().newest();
              Verdict verdict =
                  entry
                      .copy()
                      .onCopy(
                          copy.epoch(),
                          copy.orphan(),
                          copy.content(),
                          sender,
                          isFloorLost(entry.copy()));
              if (copy.orphan() && verdict == Verdict.ACK) {
                outdated.received(entry, copy.content().newest(), sender);
              }
              outdated.check(entry);
              entry.afterMerge().reached(entry.copy().newest());
              if (fresh && verdict == Verdict.ACK) {
                entry.usedBefore(copy.content().idleMillis());
              } else if (!before.newerThan(copy.content().newest())) {
                entry.usedAtLeast(copy.content().idleMillis());
              }
              return verdict;
            });
  }

  /** A holder of an orphan may have it of a part that does not know what is here. */
  private static boolean isTooEarly(Entry entry, Frame.Copy copy, SocketAddress sender) {
    return entry.isUnsettled()
        && (copy.orphan()
            || entry.refuses(copy.content().newest())
            || !isClaimer(entry, copy.epoch(), sender));
  }

  /** Not taken while a primary view is being formed that may not hear of it: asked again later. */
  private Verdict onFloor(Frame.Floor floor, SocketAddress sender) {
    return node.table()
        .with(
            floor.session(),
            entry -> {
              if (!node.primary().note(floor, sender)) {
                return Verdict.NEED_COPY;
              }
              entry.toldOfFloor(0);
              Verdict verdict = onFloor(entry.copy(), floor, sender);
              outdated.check(entry);
              return verdict;
            });
  }

  private static Verdict onFloor(SessionCopy copy, Frame.Floor floor, SocketAddress sender) {
    if (floor.epoch() == 0) {
      copy.onFloor(floor.stamp(), floor.holders());
      return Verdict.ACK;
    }
    return copy.onFloor(floor.epoch(), floor.stamp(), floor.holders(), sender);
  }

  /** An owner that counts on the asker's copy says so by NEED_COPY. */
  private Verdict onHave(Frame.Have have, SocketAddress sender) {
    Entry entry = node.table().get(have.session());
    if (entry == null) {
      return Verdict.NEED_COPY;
    }
    synchronized (entry) {
      boolean counted = entry.copy().isOwning() && entry.holders().of(sender) != null;
      outdated.heard(entry, have, sender);
      SessionCopy copy = entry.copy();
      if (counted && have.epoch() <= copy.epoch()) {
        return Verdict.NEED_COPY;
      }
      SocketAddress self = node.link().self();
      return copy.onHave(have.epoch(), have.held(), have.undecided(), self, isFloorLost(copy));
    }
  }

  /** Tells whether nobody that may have what the floor is about is here or can come back. */
  private boolean isFloorLost(SessionCopy copy) {
    return node.primary().tokens().areOver(copy.floorHolders());
  }

  private Answer onClaim(Frame.Claim claim, SocketAddress sender) {
    if (node.table().get(claim.session()) == null && node.table().size() >= MAX_SESSIONS) {
      return Answer.ofNothing(true, claim.epoch(), node.vanished().losses());
    }
    return node.table().with(claim.session(), entry -> answer(entry, claim, sender));
  }

  private Answer answer(Entry entry, Frame.Claim claim, SocketAddress sender) {
    SessionCopy copy = entry.copy();
    Expiry.letGo(entry, !node.placement().isMember(copy.owner()));
    node.learnDecided(entry, claim.held());
    boolean isOver = !entry.isBusy() && Expiry.isLeftOver(entry);
    boolean accepted = copy.onClaim(claim.epoch(), sender);
    if (accepted && !copy.floor().equals(Stamp.NONE)) {
      // the claimer will have the newest content
      copy.raiseFloor(copy.floor(), node.primary().tokens().of(List.of(sender)));
    }
    if (accepted && !sender.equals(node.link().self())) { // it knows whether others refuse
      entry.told(claim.epoch(), isAfterMerge());
    }
    if (accepted && copy.isBlank()) {
      entry.used();
    }
    Stamp undecided = isOver ? Stamp.NONE : copy.undecidedStamp();
    Stamp held = isOver ? overAt(copy) : countedAt(entry);
    boolean isEnd = isOver || (copy.isRemoved() && copy.isFree());
    boolean newer =
        held.newerThan(claim.held())
            || undecided.newerThan(claim.undecided())
            || (isEnd && held.equals(claim.held()) && !held.equals(Stamp.NONE));
    Snapshot better = accepted && newer ? content(entry, isOver) : null;
    if (entry.isLost() && copy.isBlank()) { // perhaps found just now, when it was to be read
      undecided = copy.undecidedStamp();
      held = copy.stamp();
    }
    return new Answer(
        accepted,
        copy.epoch(),
        held,
        undecided,
        better,
        copy.floor(),
        copy.floorHolders(),
        isOver || copy.isFree() ? node.vanished().losses() : List.of());
  }

  private boolean isAfterMerge() {
    return node.primary().rule().asksPolicy() && node.placement().hasSeenMerge();
  }

  /**
   * Where the tombstone of content stands whose time is over, and whose owner may be gone before
   * the claim is made; nowhere when it is not known whether it counts.
   */
  private static Stamp overAt(SessionCopy copy) {
    return copy.undecided() == null ? copy.stamp().before() : Stamp.NONE;
  }

  /** Until it is settled which content is kept, nobody counts on this one. */
  private static Stamp countedAt(Entry entry) {
    Stamp stamp = entry.copy().stamp();
    return entry.refuses(stamp) && stamp.version() > 0 ? stamp.before() : stamp;
  }

  private Snapshot content(Entry entry, boolean isOver) {
    SessionCopy copy = entry.copy();
    return isOver
        ? Snapshot.tombstone(copy.bean(), copy.timeoutMillis(), overAt(copy))
        : node.snapshot(entry);
  }

  private void onTold(Frame frame, SocketAddress sender) {
    if (frame instanceof Frame.Decision decision) {
      told(decision, entry -> entry.copy().onDecision(decision.stamp(), decision.committed()));
    } else if (frame instanceof Frame.Drop drop) {
      told(drop, entry -> onDrop(entry, drop, sender));
    } else if (frame instanceof Frame.Release release) {
      told(release, entry -> entry.copy().onRelease(release.epoch(), sender));
    } else if (frame instanceof Frame.Touch touch) {
      told(touch, entry -> onTouch(entry, touch));
    } else {
      throw new IllegalStateException(frame + " is not dealt with; Receiver must know its kind");
    }
  }

  private void told(Frame.OfSession frame, Consumer<Entry> action) {
    Entry entry = node.table().get(frame.session());
    if (entry != null) {
      synchronized (entry) {
        action.accept(entry);
      }
    }
  }

  /** Who has not compared what is here with its own cannot tell that it is not needed. */
  private static void onDrop(Entry entry, Frame.Drop drop, SocketAddress sender) {
    boolean isKnown = entry.afterMerge().isTold() && isClaimer(entry, drop.epoch(), sender);
    if (!entry.isUnsettled() || isKnown) {
      entry.copy().onDrop(drop.epoch(), drop.upTo());
      if (entry.copy().isBlank()) {
        entry.used(); // a floor that is known is kept from now on
      }
    }
  }

  private static void onTouch(Entry entry, Frame.Touch touch) {
    if (touch.epoch() == entry.copy().epoch()) {
      entry.usedAtLeast(touch.idleMillis());
    }
  }
}
