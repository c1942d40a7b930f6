package org.g2cl.cmi.jonas;

import java.net.SocketAddress;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import org.g2cl.MarshalDataSession;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
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

  /**
   * Announces nothing yet.
   *
   * @param self of this member, for the log
   */
  MemberForms(Registry registry, MarshalDataSession session, String self) {
    this.registry = registry;
    this.session = session;
    this.self = self;
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
              + " the build before until it is started anew: {}",
          self,
          e.getMessage());
    }
  }

  /**
   * Tells whether each member of the group, as it is now, has announced that form or a later one.
   */
  boolean everyMemberReads(int form) {
    if (!session.isJoined()) {
      return false;
    }
    Map<SocketAddress, Integer> known = known();
    return session.membership().getMembershipList().stream()
        .allMatch(member -> known.getOrDefault(member, 0) >= form);
  }

  private Map<SocketAddress, Integer> known() {
    return registry.list(FORMS).stream()
        .filter(entry -> entry.value() instanceof Integer)
        .collect(
            Collectors.toMap(RegistryEntry::owner, entry -> (Integer) entry.value(), Math::min));
  }
}
