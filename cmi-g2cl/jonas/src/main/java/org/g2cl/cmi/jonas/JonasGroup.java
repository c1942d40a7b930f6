package org.g2cl.cmi.jonas;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.cmi.core.HaGroup;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.Protection;
import org.g2cl.cmi.core.Rejoin;
import org.g2cl.propagation.StatePropagation;
import org.g2cl.registry.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's one membership of the group, which view manager and replication manager share; it
 * ends when both have released it. Thread-safe.
 */
final class JonasGroup {
  private static final Logger LOG = LoggerFactory.getLogger(JonasGroup.class);

  /** How often peers that are not in the view are looked for; two such merge within it. */
  private static final Duration PEERS_PERIOD = Duration.ofSeconds(15);

  /** Who takes the server's membership. */
  enum User {
    VIEW_MANAGER("the view manager (cmi-config.xml)"),
    REPLICATION("service ha (jonas.service.ha.jgroups.*)");

    private final String told;

    User(String told) {
      this.told = told;
    }
  }

  private static JonasGroup shared;
  private static User first;

  private final GroupSettings settings;
  private final Outcomes outcomes = new Outcomes();
  private final HaGroup membership;
  private final MarshalDataSession session;
  private final MemberForms forms;
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicBoolean joining = new AtomicBoolean();
  private final Rejoin rejoin;

  /** From its first join to its leave. */
  private volatile boolean wanted;

  private volatile IntSupplier withoutCopies = () -> 0;
  private NameInGroup name;
  private Strangers strangers;
  private GroupManagement management;
  private int users;

  private JonasGroup(GroupSettings settings) throws GroupException {
    this.settings = settings;
    membership = HaGroup.open(settings.ha(), settings.memberName(), member -> null, outcomes);
    try {
      session = membership.session();
      forms = new MemberForms(membership.registry(), session, settings.memberName());
      outcomes.use(membership.propagation());
      rejoin = new Rejoin(settings.memberName(), this::joinAgain);
      session.addDepartureListener(departure -> onDeparture());
      session.addMembershipListener(this::tellWhenBack);
    } catch (RuntimeException | Error e) {
      membership.close();
      throw e;
    }
  }

  /** Some engines come back by themselves, for a while; others want to be told to. */
  private void onDeparture() {
    away.set(true);
    if (wanted && joining.compareAndSet(false, true)) {
      rejoin.begin();
    }
  }

  private boolean joinAgain() throws Exception {
    if (!wanted) {
      return false;
    }
    membership.join();
    forms.announce();
    joining.set(false);
    lookAgain();
    return true;
  }

  /** It may have gone before anybody was to join again. */
  private void lookAgain() {
    if (!session.isJoined()) {
      onDeparture();
    }
  }

  private void tellWhenBack(Membership view) {
    if (away.compareAndSet(true, false)) {
      LOG.info(
          "{}: in group '{}' again, {} members",
          self(),
          settings.group(),
          view.getMembershipList().size());
    }
  }

  /**
   * Takes the server's membership, joining the group when nobody has yet.
   *
   * @param settings joined by when there is none, else compared
   * @throws JonasConfigurationException when the group cannot be joined; nothing is left running
   */
  static synchronized JonasGroup acquire(User user, Supplier<GroupSettings> settings) {
    if (shared == null) {
      shared = join(settings.get(), group -> group.management = GroupManagement.register(group));
      first = user;
    } else {
      LOG.info(
          "{}: one group serves registry and replication: '{}', by the settings of {}",
          shared.settings.memberName(),
          shared.settings.group(),
          first.told);
      if (user == User.VIEW_MANAGER) {
        shared.warnOfOtherSettings(settings);
      }
    }
    shared.users++;
    return shared;
  }

  /** Not told of the replication: stock's group of it is another than that of the registry. */
  private void warnOfOtherSettings(Supplier<GroupSettings> others) {
    String dropped;
    try {
      dropped = settings.contradictedBy(others.get());
    } catch (JonasConfigurationException e) {
      dropped = e.getMessage();
    }
    if (!dropped.isEmpty()) {
      LOG.warn(
          "{}: {} was started before {}, so its settings count. Dropped: {}. A server on which the"
              + " two start in the other order would be elsewhere: set both alike on all servers,"
              + " or start the view manager first",
          self(),
          first.told,
          User.VIEW_MANAGER.told,
          dropped);
    }
  }

  /** A membership of its own, for tests of several members in one JVM. */
  static JonasGroup join(GroupSettings settings) {
    return join(settings, group -> {});
  }

  /**
   * Joins.
   *
   * @param last step of it, done as a member; where it fails, too, the group is left again
   */
  static JonasGroup join(GroupSettings settings, Consumer<JonasGroup> last) {
    JonasGroup group = null;
    try {
      Protection.check(settings.ha())
          .ifPresent(
              warning -> LOG.warn("{}: {}", settings.memberName(), settings.inTheirNames(warning)));
      group = new JonasGroup(settings);
      tellOfKey(settings);
      group.membership.join();
      group.takeName();
      group.forms.start();
      group.membership.awaitPrimary();
      group.warnWhenSecretIsOpen();
      group.warnWhenAlone();
      group.watchPeers();
      last.accept(group);
      group.wanted = true;
      group.lookAgain();
      return group;
    } catch (Exception | Error e) {
      if (group != null) {
        group.end();
      }
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new JonasConfigurationException(
          "group '%s' cannot be joined at %s by engine '%s': %s"
              .formatted(
                  settings.group(),
                  settings.memberName(),
                  settings.ha().get(HaSetting.ENGINE),
                  settings.inTheirNames(JonasConfigurationException.reason(e))),
          e);
    }
  }

  /** In the words of other servers' nodes. */
  private static void tellOfKey(GroupSettings settings) {
    Protection.key(settings.ha())
        .ifPresent(told -> LOG.info("{}: {}", settings.memberName(), settings.inTheirNames(told)));
  }

  private void takeName() throws GroupException, InterruptedException {
    if (!settings.opensPort()) {
      name = new NameInGroup(registry(), settings);
      name.take();
    }
  }

  private void warnWhenSecretIsOpen() {
    Protection.openSecretFile(settings.ha())
        .ifPresent(warning -> LOG.warn("{}: {}", self(), settings.inTheirNames(warning)));
  }

  private void warnWhenAlone() {
    if (members().size() > 1) {
      return;
    }
    if (settings.hasMembersForPeers() && settings.hasOthersToAsk()) {
      LOG.warn(
          "{}: alone in group '{}': none of the peers {} answered. They are asked again every few"
              + " seconds, so nothing is to be done where this server is the first. Where others"
              + " run already: {} has to name the bindAddress and bindPort of each, nothing between"
              + " may block these, and groupName, engine and secret have to be the same",
          settings.memberName(),
          settings.group(),
          settings.ha().get(HaSetting.PEERS),
          settings.peersName());
    } else if (!settings.findsOthersBySelf()) {
      LOG.warn(
          "{}: no other server is named: this one is a group of its own, and nothing is replicated."
              + " Set peers=\"host:port,host:port\" in the element config, or name a stack file of"
              + " stock's by confFileName",
          settings.memberName());
    }
  }

  private void watchPeers() {
    strangers =
        new Strangers(
            self(),
            settings.group(),
            settings.hasMembersForPeers() ? settings.peers() : List.of(),
            () -> members().stream().map(SocketAddress::toString).toList(),
            PEERS_PERIOD);
  }

  Registry registry() {
    return membership.registry();
  }

  StatePropagation propagation() {
    return membership.propagation();
  }

  Outcomes outcomes() {
    return outcomes;
  }

  /** Forms of replies that the members read. */
  MemberForms forms() {
    return forms;
  }

  GroupSettings settings() {
    return settings;
  }

  /** Says who counts the sessions that go on without copies. */
  void countWithoutCopies(IntSupplier count) {
    withoutCopies = count;
  }

  int sessionsWithoutCopies() {
    return withoutCopies.getAsInt();
  }

  String self() {
    return settings.memberName();
  }

  /** Address in the group, null when it is in none. */
  SocketAddress address() {
    return session.localAddress();
  }

  /** Rank of this member in the view, 0 for the first; 0 too when it is in no group. */
  int rank() {
    SocketAddress self = session.localAddress();
    return self == null ? 0 : Math.max(0, members().indexOf(self));
  }

  /** Members of the view by rank, empty when in no group. */
  List<SocketAddress> members() {
    return membership.view().map(Membership::getMembershipList).orElse(List.of());
  }

  /** Gives the membership back; who is last hands the sessions over and leaves. */
  static void release(JonasGroup group) {
    Optional<JonasGroup> last = Optional.empty();
    synchronized (JonasGroup.class) {
      group.users--;
      if (group.users <= 0) {
        last = Optional.of(group);
        if (shared == group) {
          shared = null;
        }
      }
    }
    last.ifPresent(JonasGroup::leave);
  }

  private void leave() {
    wanted = false;
    rejoin.close();
    membership.handOver();
    membership.leave();
    end();
  }

  private void end() {
    rejoin.close();
    GroupManagement.unregister(management);
    if (strangers != null) {
      strangers.close();
    }
    if (name != null) {
      name.close();
    }
    forms.close();
    membership.close();
    outcomes.close();
  }
}
