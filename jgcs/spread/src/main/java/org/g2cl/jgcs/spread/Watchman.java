package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member's part in putting out members that are silent though their daemon lives; for the
 * reading thread.
 *
 * <p>It hears what others say and tells them by the {@link Pulse}, which puts nothing into the
 * stream of this member but what comes back through the daemon, in the order of all.
 */
final class Watchman {
  private static final Logger LOG = LoggerFactory.getLogger(Watchman.class);

  private final SpreadSettings settings;
  private final String own;
  private final Pulse pulse;
  private final Watch watch;
  private final int timeoutMillis;
  private final PutOuts putOuts = new PutOuts();

  /** Identity of the view that the application was told last. */
  private SpreadViewId told;

  Watchman(SpreadSettings settings, SpreadAddress local, Pulse pulse) {
    this.settings = settings;
    this.pulse = pulse;
    own = local.privateGroup();
    timeoutMillis = (int) settings.failureTimeout().toMillis();
    watch = new Watch(own, timeoutMillis);
  }

  /** What this member says to the group ahead of its join. */
  Control announcement() {
    return Control.announcement(own, timeoutMillis);
  }

  /** Takes a view of the daemon; gives it as it is to be told, or null when it is not. */
  GroupView take(GroupView view) {
    boolean nothingNew = putOuts.isOfOneThatIsOut(view);
    boolean begins = putOuts.begin(view);
    watchOthers();
    if (begins) {
      watch.clear();
      greet();
    }
    if (nothingNew) {
      return null;
    }
    Set<String> out = putOuts.out();
    return told(out.isEmpty() ? view : view.without(out));
  }

  private GroupView told(GroupView view) {
    told = view.id();
    return view;
  }

  private void watchOthers() {
    watch.over(putOuts.view().members().stream().filter(name -> !isOut(name)).toList());
    pulse.beat(putOuts.view().members().size() - putOuts.out().size() > 1);
  }

  private void greet() {
    Map<String, Integer> speakers = new HashMap<>(putOuts.speakers());
    speakers.put(own, timeoutMillis);
    pulse.say(Control.greeting(putOuts.round(), speakers, putOuts.toTell()));
  }

  /** Hears that a member lives. */
  void heard(String sender) {
    if (watch.heard(sender)) {
      pulse.say(Control.withdrawal(putOuts.round(), sender));
    }
  }

  /** Takes a word of a member. */
  void take(String sender, Control word) {
    if (!word.isOfLife()) {
      putOuts.take(sender, word);
    } else if (sender.equals(own) && word.kind() == Control.Kind.PROBE) {
      pulse.returned();
      suspect();
    }
  }

  /** Takes a word of one that is no member, or not yet. */
  void takeAhead(String sender, Control word) {
    Integer timeout = word.speakers().get(sender);
    if (timeout != null) {
      putOuts.expect(sender, timeout);
    }
  }

  private void suspect() {
    Map<String, Integer> watched = putOuts.allSpeak() ? putOuts.speakers() : Map.of();
    for (String silent : watch.beat(watched)) {
      LOG.info(
          "{}: has not heard {} for {}",
          settings.memberName(),
          new SpreadAddress(silent),
          Duration.ofMillis(watch.patience(watched.get(silent))));
      pulse.say(Control.suspicion(putOuts.round(), silent));
    }
  }

  /**
   * Decides; gives the view without those who are put out by now, or null when all is as before.
   *
   * <p>Where more are put out for all, all are told by the same view. So is one that knew of them
   * alone, and was told by another view so far.
   *
   * @throws GroupException when this member is put out itself
   */
  GroupView decide() throws GroupException {
    if (!putOuts.decide()) {
      return null;
    }
    if (isOut(own)) {
      throw new GroupException(
          "the other members have put %s out, since they had not heard it for their '%s' (here %s): its process or its machine stood still"
              .formatted(
                  settings.memberName(),
                  SpreadSettings.FAILURE_TIMEOUT,
                  settings.failureTimeout()));
    }
    watchOthers();
    GroupView rest = putOuts.view().afterFailure(putOuts.out());
    return rest.id().equals(told) ? null : told(rest);
  }

  boolean isOut(String member) {
    return putOuts.isOut(member);
  }
}
