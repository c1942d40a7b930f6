package org.g2cl.cmi.jonas;

import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jgcs.GroupException;
import org.g2cl.MarshalDataSession;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers by which members announce in the registry which forms of replies they read; a number says
 * that, and all that lower ones say. A member that has announced none is of a build before, or has
 * only just joined. Thread-safe.
 */
final class MemberForms {
  /** Replies of calls that took effect in part, or of which that is in doubt. */
  static final int UNCERTAIN_REPLIES = 1;

  /** Replies that are for one caller, too. */
  static final int REPLIES_FOR_CALLERS = 2;

  /** What this build announces. */
  static final int NEWEST = REPLIES_FOR_CALLERS;

  private static final Logger LOG = LoggerFactory.getLogger(MemberForms.class);
  private static final String FORMS = "cmi/form";

  private final Registry registry;
  private final MarshalDataSession session;
  private final String self;
  private final FailedMembers failed;
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
    this.failed = new FailedMembers(session.scheduler()::nanoTime);
    registry.addListener(new Announcements());
    session.addMembershipListener(
        view -> failed.view(view.getMembershipList(), view.getFailedMembers()));
  }

  /** Keeps in mind what members announced, also of those whose entries go with them. */
  private final class Announcements implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      if (isForm(entry)) {
        failed.announced(entry.owner(), (Integer) entry.value());
      }
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      entryRemoved(before);
      entryAdded(now);
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      if (isForm(entry) && members().contains(entry.owner())) {
        failed.withdrawn(entry.owner());
      }
    }
  }

  private static boolean isForm(RegistryEntry entry) {
    return entry.name().startsWith(FORMS + "/") && entry.value() instanceof Integer;
  }

  /** Name of a member's entry, which belongs to it and goes with it. */
  static String entryOf(String member) {
    return FORMS + "/" + ObjectPath.encode(member);
  }

  /** Tells the group what this member reads. Where that fails the others write what all read. */
  void announce() throws InterruptedException {
    try {
      registry.rebind(entryOf(self), NEWEST);
    } catch (GroupException e) {
      LOG.warn(
          "{}: the others may not know which replies this server reads, and then write the forms of"
              + " the build before until they do; they are told again in a while: {}",
          self,
          e.getMessage());
    }
  }

  /** Announces again what has not come through, and logs who keeps replies in former forms. */
  void sweep() throws InterruptedException {
    if (registry.isReady() && session.isJoined() && !isAnnounced()) {
      announce();
    }
    Optional<List<SocketAddress>> lacking = lacking(NEWEST);
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
          FailedMembers.PATIENCE.toMinutes());
    }
  }

  /**
   * Tells whether each member of the group has announced that form or a later one: as it is now,
   * and of those that failed a short while ago.
   */
  boolean everyMemberReads(int form) {
    return lacking(form).filter(List::isEmpty).isPresent();
  }

  /** Who has not; empty when this member is in no group. */
  private Optional<List<SocketAddress>> lacking(int form) {
    List<SocketAddress> members = members();
    if (members.isEmpty()) {
      return Optional.empty();
    }
    Map<SocketAddress, Integer> known = known();
    return Optional.of(
        Stream.concat(
                members.stream().filter(member -> known.getOrDefault(member, 0) < form),
                failed.lacking(form).stream())
            .toList());
  }

  private List<SocketAddress> members() {
    try {
      return session.isJoined() ? session.membership().getMembershipList() : List.of();
    } catch (IllegalStateException e) { // put out in between
      return List.of();
    }
  }

  private Map<SocketAddress, Integer> known() {
    return registry.list(FORMS).stream()
        .filter(entry -> entry.value() instanceof Integer)
        .collect(
            Collectors.toMap(RegistryEntry::owner, entry -> (Integer) entry.value(), Math::min));
  }
}
