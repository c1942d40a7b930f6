package org.g2cl.cmi.jonas;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jgcs.GroupException;
import org.g2cl.MarshalDataSession;
import org.g2cl.cmi.core.AnnouncedForms;
import org.g2cl.cmi.core.DaemonTimer;
import org.g2cl.registry.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers by which members announce in the registry which forms of replies they read; a number says
 * that, and all that lower ones say. A member that has announced none is of a build before, or has
 * only just joined. Thread-safe.
 */
final class MemberForms implements AutoCloseable {
  /** Replies of calls that took effect in part, or of which that is in doubt. */
  static final int UNCERTAIN_REPLIES = 1;

  /** Replies that are for one caller, too. */
  static final int REPLIES_FOR_CALLERS = 2;

  /** Ids that say that their requests were answered. */
  static final int ANSWERED_IDS = 3;

  /** What this build announces. */
  static final int NEWEST = ANSWERED_IDS;

  private static final Logger LOG = LoggerFactory.getLogger(MemberForms.class);
  private static final String FORMS = "cmi/form";
  private static final Duration SWEEP_PERIOD = Duration.ofSeconds(10);

  private final Registry registry;
  private final MarshalDataSession session;
  private final String self;
  private final AnnouncedForms announced;
  private final ScheduledExecutorService timer = DaemonTimer.named("g2cl-jonas-forms");
  private final AtomicBoolean newest = new AtomicBoolean(true);

  /**
   * Announces nothing yet; to be made before the session joins.
   *
   * @param self of this member, for the log
   */
  MemberForms(Registry registry, MarshalDataSession session, String self) {
    this.registry = registry;
    this.session = session;
    this.self = self;
    this.announced = new AnnouncedForms(registry, session, FORMS);
  }

  /** Name of a member's entry, which belongs to it and goes with it. */
  static String entryOf(String member) {
    return FORMS + "/" + ObjectPath.encode(member);
  }

  /** Announces what this member reads, and sees from now on that it stays announced. */
  void start() throws InterruptedException {
    announce();
    DaemonTimer.repeat(timer, SWEEP_PERIOD, this::sweep);
  }

  /** Tells the group what this member reads. Where that fails the others write what all read. */
  void announce() throws InterruptedException {
    try {
      registry.rebind(entryOf(self), NEWEST);
      announced.refresh();
    } catch (GroupException e) {
      LOG.warn(
          "{}: the others may not know which replies this server reads, and then write the forms of"
              + " the build before until they do; they are told again in a while: {}",
          self,
          e.getMessage());
    }
  }

  /** Announces again what has not come through, and logs who keeps replies in former forms. */
  void sweep() {
    try {
      if (registry.isReady() && session.isJoined() && !isAnnounced()) {
        announce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the timer ends
    }
    Optional<List<SocketAddress>> lacking = announced.lacking(NEWEST);
    boolean all = lacking.isPresent() && lacking.get().isEmpty();
    if (lacking.isPresent() && newest.compareAndSet(!all, all)) {
      tell(lacking.get());
    }
  }

  private boolean isAnnounced() {
    return registry
        .lookup(entryOf(self))
        .filter(entry -> entry.owner().equals(session.localAddress()))
        .isPresent();
  }

  private void tell(List<SocketAddress> lacking) {
    if (lacking.isEmpty()) {
      LOG.info("{}: all members read the replies of this build, which are kept from now on", self);
    } else {
      LOG.info(
          "{}: replies are kept in forms of the build before, since {} {} not said to read those of"
              + " this one; who failed counts for {} minutes, and may come back",
          self,
          lacking,
          lacking.size() == 1 ? "has" : "have",
          AnnouncedForms.PATIENCE.toMinutes());
    }
  }

  /** See {@link AnnouncedForms#everyMemberReads}. */
  boolean everyMemberReads(int form) {
    return announced.everyMemberReads(form);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
