package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the first member of a view does to form a primary one: it asks all what they know, has them
 * agree, and tells them. On a thread of its own.
 */
final class Forming {
  private static final Logger LOG = LoggerFactory.getLogger(Forming.class);
  private static final Duration ANSWER_TIME = Duration.ofSeconds(1);

  /**
   * Time for members that are new, while calls wait: one that is slower, as a process that has just
   * begun is, is added when calls go on.
   */
  private static final Duration NEWCOMERS_TIME = Duration.ofMillis(150);

  /** Pause before members that were silent are asked again. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Forming and words to first members, which may be slow to take them; others are said later. */
  private static final int MAX_TASKS = 16;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Number of no view that a member has. */
  private static final long NONE_BEFORE = Long.MAX_VALUE;

  private final Scheduler scheduler;
  private final GroupLink link;
  private final PrimaryView primary;
  private final Scheduler.Worker worker;
  private final Patience patience = new Patience();
  private final Namesakes namesakes = new Namesakes();

  Forming(Scheduler scheduler, GroupLink link, PrimaryView primary) {
    this.scheduler = scheduler;
    this.link = link;
    this.primary = primary;
    this.worker = scheduler.worker("g2cl-propagation-primary", MAX_TASKS);
  }

  /** Begins; false when that cannot be now. */
  boolean begin() {
    return worker.offer(this::work);
  }

  void close() {
    worker.close();
  }

  /** Has the first member of a view form it once more for this one. */
  void tellEarly(SocketAddress first) {
    byte[] bytes = FrameCodec.encode(new Frame.Early());
    worker.offer(() -> link.tell(List.of(first), bytes));
  }

  /** Forms what is to be formed; after an error it begins anew when it is reminded. */
  private void work() {
    try {
      formAll();
    } catch (RuntimeException | Error e) {
      scheduler.caught(e);
      primary.stopped(); // else no view would be formed any more
      LOG.error("{}: no view can be formed just now; it is tried again", link.self(), e);
    }
  }

  private void formAll() {
    List<SocketAddress> view = next();
    while (view != null) {
      boolean done = attempt(view);
      if (primary.isOpen() && (!done || primary.isPrimary())) {
        primary.rest(primary.isPrimary() ? REST_NANOS : PAUSE_NANOS);
      }
      view = next();
    }
  }

  private List<SocketAddress> next() {
    return Thread.currentThread().isInterrupted() ? null : primary.toForm();
  }

  private boolean attempt(List<SocketAddress> view) {
    try {
      return form(view);
    } catch (RuntimeException e) {
      scheduler.caught(e);
      LOG.error("{}: view {} cannot be formed; it is tried again", link.self(), view, e);
      return false;
    } finally {
      patience.tried(link.self());
    }
  }

  private boolean form(List<SocketAddress> view) {
    Map<SocketAddress, Standing> standings = new LinkedHashMap<>();
    Map<SocketAddress, byte[]> answers = askAll(view, new Frame.Census(), new Patience());
    for (SocketAddress member : view) {
      Standing standing = standing(answers.get(member));
      if (standing != null) {
        standings.put(member, standing);
      }
    }
    if (!primary.isCurrent(view)
        || !standings.containsKey(link.self())
        || primary.isFormedOf(standings.values())) {
      return false;
    }
    namesakes.tell(standings);
    Formation next = primary.decide(standings);
    boolean all = standings.size() == view.size();
    if (next == null) {
      return all && tellMinority(view, standings);
    }
    Frame.Attempt attempt =
        new Frame.Attempt(
            next,
            byRank(view, standings, Standing::token),
            !areInStep(standings.values()),
            byRank(view, standings, Standing::changes));
    Map<SocketAddress, byte[]> verdicts =
        askAll(List.copyOf(standings.keySet()), attempt, patience);
    List<Frame.Floor> floors = floorsOf(standings.keySet(), verdicts);
    if (floors == null) {
      return false;
    }
    tellAll(standings.keySet(), new Frame.Formed(next, previous(standings.values()), floors));
    return true;
  }

  /** Number of the primary view before; none, so that all have missed it, when two have it. */
  private static long previous(Collection<Standing> standings) {
    Formation latest = latest(standings);
    boolean wentOnApart =
        standings.stream()
            .map(Standing::last)
            .anyMatch(last -> last.number() == latest.number() && !last.equals(latest));
    return wentOnApart ? NONE_BEFORE : latest.number();
  }

  /**
   * Tells whether each was told that the latest view is formed, so that it has heard of what the
   * members of that one had. Who is new has not, nor has one that a view change kept it from.
   */
  private static boolean areInStep(Collection<Standing> standings) {
    Formation latest = latest(standings);
    return standings.stream().allMatch(standing -> standing.last().equals(latest));
  }

  private static Formation latest(Collection<Standing> standings) {
    Formation latest = Formation.NONE;
    for (Standing standing : standings) {
      latest = standing.last().number() > latest.number() ? standing.last() : latest;
    }
    return latest;
  }

  /** What any of those has heard of, or null when one does not agree. */
  private static List<Frame.Floor> floorsOf(
      Collection<SocketAddress> those, Map<SocketAddress, byte[]> agreements) {
    Map<SessionId, Frame.Floor> floors = new LinkedHashMap<>();
    try {
      for (SocketAddress member : those) {
        byte[] agreement = agreements.get(member);
        if (Verdict.of(agreement) != Verdict.ACK) {
          return null;
        }
        for (Frame.Floor floor : FrameCodec.floorsOf(agreement)) {
          floors.merge(floor.session(), floor, Frame.Floor::merged);
        }
      }
    } catch (MalformedFrameException e) {
      LOG.warn("answer to the forming of a primary view cannot be read: {}", e.getMessage());
      return null;
    }
    return List.copyOf(floors.values());
  }

  private static Standing standing(byte[] answer) {
    try {
      return answer == null ? null : StandingCodec.decode(answer);
    } catch (MalformedFrameException e) {
      LOG.debug("standing cannot be read", e);
      return null;
    }
  }

  private static List<Long> byRank(
      List<SocketAddress> view,
      Map<SocketAddress, Standing> standings,
      ToLongFunction<Standing> what) {
    List<Long> byRank = new ArrayList<>();
    for (SocketAddress member : view) {
      Standing standing = standings.get(member);
      byRank.add(standing == null ? 0 : what.applyAsLong(standing));
    }
    return byRank;
  }

  private Map<SocketAddress, byte[]> askAll(List<SocketAddress> view, Frame frame, Patience waits) {
    byte[] bytes = FrameCodec.encode(frame);
    Map<SocketAddress, CompletableFuture<byte[]>> asked = new HashMap<>();
    for (SocketAddress member : view) {
      asked.put(member, link.askSurely(member, bytes, waits.of(answerTime(member))));
    }
    Map<SocketAddress, byte[]> answers = new HashMap<>();
    for (SocketAddress member : view) {
      try {
        // the link ends it at the time-out; the longer wait here is a safeguard
        answers.put(
            member, scheduler.get(asked.get(member), waits.of(ANSWER_TIME).multipliedBy(2)));
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("{}: {} says nothing of the primary view", link.self(), member, e);
        waits.silent(member, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return answers;
      }
    }
    return answers;
  }

  private Duration answerTime(SocketAddress member) {
    return primary.tokens().isNew(member) && !primary.isPrimary() ? NEWCOMERS_TIME : ANSWER_TIME;
  }

  /** Tells whether all know; one that has not seen the view yet does not. */
  private boolean tellMinority(List<SocketAddress> view, Map<SocketAddress, Standing> standings) {
    Frame.Minority minority =
        new Frame.Minority(primary.latest(), byRank(view, standings, Standing::token));
    primary.onMinority(minority, link.self());
    Map<SocketAddress, byte[]> answers = askAll(view, minority, new Patience());
    boolean allKnow = isAcknowledged(view, answers);
    primary.toldMinority(view, allKnow);
    return allKnow;
  }

  private static boolean isAcknowledged(
      Collection<SocketAddress> those, Map<SocketAddress, byte[]> answers) {
    return those.stream().allMatch(member -> Verdict.of(answers.get(member)) == Verdict.ACK);
  }

  /** Tells it so that it is told again, by forming it again, when a view change loses it. */
  private void tellAll(Collection<SocketAddress> those, Frame.Formed formed) {
    Map<SocketAddress, byte[]> answers = askAll(List.copyOf(those), formed, patience);
    primary.told(formed.formation(), isAcknowledged(those, answers));
  }
}
