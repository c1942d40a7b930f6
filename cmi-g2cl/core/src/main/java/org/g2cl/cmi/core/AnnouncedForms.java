package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;

/**
 * Which forms of states and replies the members of a group read, by the numbers that they announce
 * in the registry: a number says that form, and all of lower numbers. What is written in a form
 * that all read can be taken over by each, also while members of two releases are in one group.
 *
 * <p>A member that has announced none is of a former release, or has only just joined. One that
 * failed counts for {@link #PATIENCE} as what it had announced, since it may only have been cut
 * off, and then comes back and gets copies of what was written meanwhile; who leaves counts no
 * more. A member that joins does not know of who failed before. Thread-safe.
 */
public final class AnnouncedForms {
  /** Time for which a member that failed counts, unless it comes back before. */
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Registry registry;
  private final MarshalDataSession session;
  private final String prefix;
  private final FailedMembers failed;
  private volatile Map<SocketAddress, Integer> known = Map.of();

  /** The view whose failed members are counted, or null. */
  private volatile Membership noted;

  /** What was last found out, which every call asks for. */
  private volatile Lowest lowest = new Lowest(Map.of(), null, 0);

  /** The lowest number of the members of a view. */
  private record Lowest(Map<SocketAddress, Integer> known, Membership view, int form) {}

  /**
   * Listens from now on; to be made before the session joins.
   *
   * @param prefix of the entries' names in the registry; each is its member's, and has a number
   */
  public AnnouncedForms(Registry registry, MarshalDataSession session, String prefix) {
    this.registry = registry;
    this.session = session;
    this.prefix = prefix;
    this.failed = new FailedMembers(session.scheduler()::nanoTime);
    registry.addListener(new Announcements());
    session.addMembershipListener(this::note);
  }

  /**
   * Tells whether each member has announced that form or a later one; false while this member is in
   * no group. No message is sent.
   */
  public boolean everyMemberReads(int form) {
    Membership view = counted();
    return view != null && lowest(view) >= form && failed.lacking(form).isEmpty();
  }

  /**
   * Members that have not announced that they read that form, with those that failed and count
   * still; empty while this member is in no group.
   */
  public Optional<List<SocketAddress>> lacking(int form) {
    Membership view = counted();
    if (view == null) {
      return Optional.empty();
    }
    Map<SocketAddress, Integer> numbers = known;
    Stream<SocketAddress> present =
        view.getMembershipList().stream().filter(member -> numbers.getOrDefault(member, 0) < form);
    return Optional.of(Stream.concat(present, failed.lacking(form).stream()).toList());
  }

  /** Reads what the registry has now, which tells its listeners later. */
  public synchronized void refresh() {
    known =
        registry.list(prefix).stream()
            .filter(AnnouncedForms::hasNumber)
            .collect(
                Collectors.toUnmodifiableMap(
                    RegistryEntry::owner, entry -> (Integer) entry.value(), Math::min));
    known.forEach(failed::announced);
  }

  /** The present view; null when there is none, or when it is not known yet who failed in it. */
  private Membership counted() {
    Membership view = PresentView.orNull(session);
    return view == noted ? view : null;
  }

  private int lowest(Membership view) {
    Lowest last = lowest;
    Map<SocketAddress, Integer> numbers = known;
    if (last.known() != numbers || last.view() != view) {
      last = new Lowest(numbers, view, lowest(numbers, view.getMembershipList()));
      lowest = last;
    }
    return last.form();
  }

  private static int lowest(Map<SocketAddress, Integer> numbers, List<SocketAddress> members) {
    int lowest = members.isEmpty() ? 0 : Integer.MAX_VALUE;
    for (SocketAddress member : members) {
      lowest = Math.min(lowest, numbers.getOrDefault(member, 0));
    }
    return lowest;
  }

  private void note(Membership view) {
    failed.view(view.getMembershipList(), view.getFailedMembers());
    noted = view;
  }

  private static boolean hasNumber(RegistryEntry entry) {
    return entry.value() instanceof Integer;
  }

  /** Keeps in mind what members announced, also of those whose entries go with them. */
  private final class Announcements implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      if (isNumber(entry)) {
        refresh();
      }
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      entryRemoved(before);
      entryAdded(now);
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      if (isNumber(entry)) {
        Membership view = PresentView.orNull(session);
        if (view != null && view.getMembershipList().contains(entry.owner())) {
          failed.withdrawn(entry.owner());
        }
        refresh();
      }
    }

    private boolean isNumber(RegistryEntry entry) {
      return entry.name().startsWith(prefix + "/") && hasNumber(entry);
    }
  }
}
