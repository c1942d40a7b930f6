package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.MarshalDataSession;
import org.g2cl.MarshalDataSessionFactory;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.StatePropagation;
import org.g2cl.propagation.StatePropagations;
import org.g2cl.registry.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's one membership of a group, in which its registry and its state propagation are joined.
 *
 * <p>What a {@link HaService} stands on, and a server that has a view manager of its own, as JOnAS
 * has. {@link #join} it, {@link #handOver} and {@link #leave} before {@link #close}. All waits are
 * bounded by {@link HaSettings}. Thread-safe.
 */
public final class HaGroup implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HaGroup.class);

  /** How long a member that has joined waits to hear that the majority counts on it. */
  private static final Duration FIRST_DECISION = Duration.ofSeconds(5);

  /** How often a member that joins looks whether the others are set otherwise. */
  private static final Duration LOOK_AROUND = Duration.ofSeconds(3);

  private final HaSettings settings;
  private final String memberName;
  private final Protocol protocol;
  private final MarshalDataSession session;
  private final Registry registry;
  private final StatePropagation propagation;

  private HaGroup(
      HaSettings settings,
      String memberName,
      Protocol protocol,
      MarshalDataSession session,
      Registry registry,
      StatePropagation propagation) {
    this.settings = settings;
    this.memberName = memberName;
    this.protocol = protocol;
    this.session = session;
    this.registry = registry;
    this.propagation = propagation;
  }

  private static MarshalDataSessionFactory chain(HaSettings settings) throws GroupException {
    try {
      return MarshalDataSessionFactory.of(settings.chainProperties());
    } catch (GroupException e) {
      throw new GroupException(ChainNames.translate(e.getMessage()), e);
    }
  }

  /**
   * Opens a membership that is not joined.
   *
   * @param memberName name of this member in the logs, and in each of its lives; no other's
   * @param placementNames names by which members are ranked as backups, asked once members have
   *     joined; null for one that has none
   * @param outcomes what became of undecided updates
   * @throws GroupException when the engine is not there, or a setting of it or of the chain is
   *     wrong; nothing is left open
   */
  public static HaGroup open(
      HaSettings settings,
      String memberName,
      Function<SocketAddress, String> placementNames,
      OutcomeLog outcomes)
      throws GroupException {
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      ProtocolProvider provider = Protocols.provider(settings.get(HaSetting.ENGINE));
      Protocol protocol =
          provider.factory(settings.engineProperties(provider, memberName)).createProtocol();
      opened.push(protocol);
      MarshalDataSession session =
          chain(settings).open(protocol, provider.group(settings.get(HaSetting.GROUP)));
      opened.push(session);
      Registry registry = Registry.start(session);
      opened.push(registry);
      StatePropagation propagation =
          StatePropagations.in(session, placementNames)
              .memberName(memberName)
              .settings(settings.propagation())
              .outcomes(outcomes)
              .expectsCompany(settings.expectsCompany())
              .rule(settings.partition())
              .start();
      return new HaGroup(settings, memberName, protocol, session, registry, propagation);
    } catch (GroupException | RuntimeException | Error e) { // as of an engine that lacks a class
      opened.forEach(part -> close(part, e));
      throw e;
    }
  }

  private static void close(AutoCloseable part, Throwable reason) {
    try {
      part.close();
    } catch (Exception | Error e) {
      reason.addSuppressed(e);
    }
  }

  /** Session of this member. */
  public MarshalDataSession session() {
    return session;
  }

  /** View of this moment; empty when this member is in no group. */
  public Optional<Membership> view() {
    return Optional.ofNullable(PresentView.orNull(session));
  }

  /** Registry of the group. */
  public Registry registry() {
    return registry;
  }

  /** Propagation of the sessions that this member executes or holds copies of. */
  public StatePropagation propagation() {
    return propagation;
  }

  /**
   * Joins, unless the engine has joined by itself, and receives the registry.
   *
   * @throws GroupException when the group cannot be joined, or the others are set otherwise
   * @throws TimeoutException when the registry did not come within {@link HaSetting#JOIN_TIMEOUT}
   * @throws InterruptedException when interrupted while waiting
   */
  public void join() throws GroupException, TimeoutException, InterruptedException {
    if (!session.isJoined()) {
      session.join();
    }
    awaitRegistry(settings.duration(HaSetting.JOIN_TIMEOUT));
  }

  /** Gives up before the time when the others turn out to be set otherwise. */
  private void awaitRegistry(Duration timeout)
      throws GroupException, TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Duration left = timeout;
    while (!registry.isReady()) {
      try {
        registry.awaitReady(left.compareTo(LOOK_AROUND) < 0 ? left : LOOK_AROUND);
      } catch (TimeoutException e) {
        left = Duration.ofNanos(deadline - System.nanoTime());
        boolean isOver = left.isNegative() || left.isZero();
        if (isOver || !settings.encrypted()) { // who encrypts has proof by now
          refuseMismatch(e);
        }
        if (isOver) {
          throw e;
        }
      }
    }
  }

  private void refuseMismatch(TimeoutException e) throws GroupException {
    Optional<String> mismatch = session.mismatch();
    if (mismatch.isPresent()) {
      throw new GroupException(
          "this member and the others do not understand each other; %s. Set the same %s (or %s) and %s on all members"
              .formatted(
                  mismatch.get(),
                  HaSetting.SECRET.key(),
                  HaSetting.SECRET_FILE.key(),
                  HaSetting.CHAIN.key()),
          e);
    }
  }

  /** Waits shortly for the majority to count on this member, and says so when it does not. */
  public void awaitPrimary() throws InterruptedException {
    if (!propagation.awaitPrimary(FIRST_DECISION)) {
      LOG.warn(
          "{}: not in the majority of group '{}' yet; calls are refused until it is",
          memberName,
          settings.get(HaSetting.GROUP));
    }
  }

  /** Hands the sessions over, for {@link HaSetting#LEAVE_TIMEOUT} at most; tells of those left. */
  public void handOver() {
    int left = propagation.handOver(settings.duration(HaSetting.LEAVE_TIMEOUT));
    if (left > 0) {
      LOG.warn(
          "{}: {} sessions have fewer copies on other members than they should, or their owners did"
              + " not confirm it; a line above tells how many have none, if any",
          memberName,
          left);
    }
  }

  /** Leaves the group; a failure to do so is logged. */
  public void leave() {
    try {
      session.leave();
    } catch (GroupException e) {
      LOG.warn("{}: leaving the group failed: {}", memberName, e.getMessage());
    }
  }

  /** Frees all resources. */
  @Override
  public void close() {
    quietly("state propagation", propagation);
    quietly("registry", registry);
    quietly("session", session);
    quietly("protocol", protocol);
  }

  private void quietly(String part, AutoCloseable closeable) {
    Closing.quietly(LOG, memberName, part, closeable);
  }
}
