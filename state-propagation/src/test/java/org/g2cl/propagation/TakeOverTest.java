package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims that overlap with what other members do, as one member sees them. */
class TakeOverTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final SocketAddress SELF = member(1);
  private static final SocketAddress OTHER = member(2);
  private static final SocketAddress LEAVER = member(3);
  private static final Stamp NEWEST = new Stamp(1, 4);
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final Duration TIMEOUT = Duration.ofMinutes(20);
  private static final PropagationSettings SETTINGS =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofMillis(50))
          .callTimeout(LONGEST)
          .maxStateBytes(1000)
          .tombstoneRetention(Duration.ofMinutes(1))
          .repairPerSecond(1000)
          .build();

  private final Queue<Frame> told = new ConcurrentLinkedQueue<>();
  private final Queue<Frame> surely = new ConcurrentLinkedQueue<>();
  private final List<Long> barred = new ArrayList<>();
  private final Node node = node(new Link(), new Barring());

  /** Where the own claim is delivered. */
  private Entry claimed;

  /** What happens, once, before the own claim is delivered, and after it. */
  private Runnable before = () -> {};

  private Runnable meanwhile = () -> {};

  private Duration idle = Duration.ZERO;

  /** Who answers a claim with the newest content. */
  private SocketAddress leaver = LEAVER;

  private boolean isUnknownToOthers;
  private volatile boolean isLogDown;
  private volatile Runnable whileSettling = () -> {};

  /** Newest change that members know of, though none that answers has it. */
  private Stamp floor = Stamp.NONE;

  /** Answer to questions that are not claims. */
  private volatile Verdict verdict = Verdict.ACK;

  private boolean refusesFloors;

  /** What these questions fail by, or null. */
  private volatile Error failure;

  @BeforeEach
  void form() throws Exception {
    node.primary().onView(List.of(SELF), List.of());
    assertThat(node.primary().awaitDecision(LONGEST)).isTrue();
  }

  @AfterEach
  void close() {
    node.primary().close();
  }

  @Test
  void shouldTakeTheContentOfAMemberThatAnsweredAndThenLeft() throws Exception {
    Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    claimed = entry;

    new TakeOver(node, entry, System.nanoTime() + LONGEST.toNanos()).run();

    assertThat(entry.copy().isOwning()).isTrue();
    assertThat(entry.copy().stamp()).isEqualTo(NEWEST);
    assertThat(entry.holders().members()).as("of those that are there").isEmpty();
  }

  /** As at a change of views, between the delivery of its claim and the last answer. */
  @Test
  void shouldClaimAgainWhatItHasLetGo() throws Exception {
    claimed = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    meanwhile = () -> claimed.copy().doubtOwner();

    new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos()).run();

    assertThat(claimed.copy().isOwning()).isTrue();
    assertThat(claimed.copy().epoch()).isEqualTo(2);
  }

  /** What its owner had replaced it by has the same content, so answers to its claim have none. */
  @Test
  void shouldClaimAgainWhenItsCopyWasDroppedBeforeItsClaimWasDelivered() throws Exception {
    claimed = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    claimed.copy().onCopy(1, false, content(), OTHER, false);
    before = () -> claimed.copy().onDrop(1, NEWEST);

    new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos()).run();

    assertThat(claimed.copy().isOwning()).isTrue();
    assertThat(claimed.copy().stamp()).isEqualTo(NEWEST);
  }

  @Test
  void shouldSendTheClientElsewhereWhenAnotherHasClaimedMeanwhile() {
    claimed = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    meanwhile = () -> claimed.copy().onClaim(2, OTHER);
    TakeOver claim = new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos());

    assertThatThrownBy(claim::run)
        .isInstanceOf(ElsewhereException.class)
        .hasMessageContaining(OTHER + " was quicker");
    assertThat(claimed.copy().owner()).isEqualTo(OTHER);
  }

  @Test
  void shouldTakeContentToBeAsOldAsAtTheMemberThatItComesFrom() throws Exception {
    claimed = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    idle = Duration.ofSeconds(10);

    new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos()).run();

    assertThat(claimed.idleMillis()).isGreaterThanOrEqualTo(idle.toMillis());
    assertThat(new Expiry(SETTINGS).isTouchDue(claimed))
        .as("other copies hear of the last use")
        .isTrue();
  }

  @Test
  void shouldGoOnFromAnOlderCopyOnlyWithinTheTimeOfTheSession() throws Exception {
    floor = NEWEST.next();
    claimed = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    idle = TIMEOUT.minusSeconds(10);
    new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos()).run();
    assertThat(claimed.copy().stamp()).isEqualTo(NEWEST);

    claimed = new Entry(Scheduler.live(), new SessionId("cart-2"), 8, new Shared());
    idle = TIMEOUT.plusSeconds(1);
    new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos()).run();
    assertThat(claimed.copy().isBlank()).isTrue();
  }

  /** It heard of a later claim before its own was delivered. */
  @Test
  void shouldClaimAgainWhenItsClaimWasTooLowByThen() throws Exception {
    claimed = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    before = () -> claimed.copy().learn(7);

    new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos()).run();

    assertThat(claimed.copy().isOwning()).isTrue();
    assertThat(claimed.copy().epoch()).isEqualTo(8);
  }

  /** Its own claim may have been delivered after the call that made it had given up. */
  @Test
  void shouldReleaseASessionThatItClaimedAndDoesNotOwnWhenNoCallIsInIt() {
    SessionId session = new SessionId("cart-1");
    Entry entry = node.table().with(session, known -> known);
    synchronized (entry) {
      entry.copy().onCopy(1, false, content(), OTHER, false);
      entry.copy().onClaim(2, SELF);
    }
    keep(() -> told.contains(new Frame.Release(session, 2)));
    assertThat(entry.copy().isClaimedBy(SELF)).isFalse();
  }

  @Test
  void shouldTellItsCopyAgainToAMemberThatIsClaimingTheSession() {
    Repair repair = new Repair(node);
    Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
    entry.copy().onCopy(1, true, content(), LEAVER, false);
    entry.doubtful(true);
    verdict = Verdict.LATER;
    new OutdatedCopies(node, repair).tell(entry);
    assertThat(entry.isDoubtful()).isTrue();
    verdict = Verdict.ACK;
    new OutdatedCopies(node, repair).tell(entry);
    assertThat(entry.isDoubtful()).isFalse();
  }

  /** As after a halt of its process, in which another has served reads only. */
  @Test
  void shouldNotLetASessionExpireThatAnotherHasClaimed() {
    ownLongAgo();
    before = () -> claimed.copy().onClaim(2, OTHER);

    assertThatThrownBy(this::admit).isInstanceOf(ElsewhereException.class);

    assertThat(claimed.copy().stamp()).isEqualTo(NEWEST);
  }

  @Test
  void shouldLetASessionExpireThatNobodyElseHasClaimed() throws Exception {
    ownLongAgo();
    assertThat(admit()).isInstanceOf(Admission.Unknown.class);
    assertThat(told).anyMatch(Frame.Drop.class::isInstance);
  }

  /** Else the markers may be swept that tell of it, before the next call asks. */
  @Test
  void shouldGiveUpASessionWhoseLastChangeItCannotSettle() {
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().absorb(undecided());
    isLogDown = true;
    TakeOver claim = new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos());

    assertThatThrownBy(claim::run).hasMessageContaining("log is down");

    assertThat(claimed.copy().owner()).isNull();
    assertThat(claimed.copy().isOwning()).isFalse();
    assertThat(told).contains(new Frame.Release(CART, claimed.copy().epoch()));
    isLogDown = false;
    keep(() -> claimed.copy().undecided() == null);
  }

  /** The owner's next call may come when the markers are swept. */
  @Test
  void shouldGiveUpASessionWhenTheSettlingOfItsLastChangeEndsByAnError() {
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().absorb(undecided());
    Error failure = new OutOfMemoryError("meant by the test");
    whileSettling =
        () -> {
          throw failure;
        };
    TakeOver claim = new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos());

    assertThatThrownBy(claim::run).isSameAs(failure);

    assertThat(claimed.copy().isOwning()).isFalse();
    assertThat(told).contains(new Frame.Release(CART, claimed.copy().epoch()));
  }

  /** As of a driver's class that cannot be found. */
  @Test
  void shouldGiveUpASessionWhenTheSettlingEndsByAnErrorOfALibrary() {
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().absorb(undecided());
    Error planted = new ServiceConfigurationError("meant by the test");
    whileSettling =
        () -> {
          throw planted;
        };
    TakeOver claim = new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos());

    assertThatThrownBy(claim::run).isSameAs(planted);

    assertThat(claimed.copy().isOwning()).isFalse();
    assertThat(told).contains(new Frame.Release(CART, claimed.copy().epoch()));
  }

  /** As where memory is out: it does not know all that an owner is to know of the others. */
  @Test
  void shouldNotOwnASessionWhenItsClaimEndsByAnErrorOnceItIsOwned() {
    claimed = node.table().with(CART, entry -> entry);
    Error planted = new OutOfMemoryError("meant by the test");
    leaver =
        new SocketAddress() {
          private static final long serialVersionUID = 1L;

          @Override
          public boolean equals(Object other) {
            if (claimed.copy().isOwning()) {
              throw planted;
            }
            return this == other;
          }

          @Override
          public int hashCode() {
            return LEAVER.hashCode();
          }
        };
    TakeOver claim = new TakeOver(node, claimed, System.nanoTime() + LONGEST.toNanos());

    assertThatThrownBy(claim::run).isSameAs(planted);

    assertThat(claimed.copy().stamp()).isEqualTo(NEWEST);
    assertThat(claimed.copy().isOwning()).isFalse();
    assertThat(told).contains(new Frame.Release(CART, claimed.copy().epoch()));
  }

  /** Its client may never send the request again that would settle it. */
  @Test
  void shouldSettleInTheBackgroundWhatACallLeavesUndecided() throws Exception {
    node.placement().onView(SELF, List.of(SELF));
    ownLongAgo();
    claimed.used();
    Call call = new Call(node, new Degradation(), claimed, new RequestId("r-1"), ended -> {});
    call.prepare(Update.state("next".getBytes(UTF_8), new byte[0]), true);

    call.close();

    assertThat(claimed.copy().isOwning()).isFalse();
    assertThat(told).contains(new Frame.Release(CART, 1));
    keep(() -> claimed.copy().undecided() == null);
  }

  @Test
  void shouldOwnASessionWhoseLastCallWasDecided() throws Exception {
    node.placement().onView(SELF, List.of(SELF));
    ownLongAgo();
    claimed.used();
    Call call = new Call(node, new Degradation(), claimed, new RequestId("r-1"), ended -> {});
    call.prepare(Update.state("next".getBytes(UTF_8), new byte[0]), true);
    call.commit();
    call.close();
    assertThat(claimed.copy().isOwning()).isTrue();
    assertThat(told).isEmpty();
  }

  /** The group may change before all have heard it. */
  @Test
  void shouldTellKnownHoldersSurelyHowItSettledAnOrphan() {
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().absorb(undecided());
    claimed.holders().note(OTHER, NEWEST);
    keep(() -> surely.stream().anyMatch(Frame.Decision.class::isInstance));
  }

  /** The call has told nobody yet, and another outcome in its place would not be heard. */
  @Test
  void shouldTellTheOutcomeOfACallThatHasSettledTheSessionMeanwhile() {
    Entry entry = node.table().with(CART, known -> known);
    entry.copy().absorb(undecided());
    entry.holders().note(OTHER, NEWEST);
    Frame.Decision later = new Frame.Decision(CART, new Stamp(2, 10), true);
    whileSettling =
        () -> {
          synchronized (entry) {
            entry.copy().onDecision(entry.copy().undecidedStamp(), true);
            entry.decision(later);
          }
        };
    keep(() -> surely.contains(later));
  }

  /** A change of an owner before, which was cut off and gave it up when it came back. */
  @Test
  void shouldOutdateWhatNeverCountedAndHasAHigherNumberThanWhatItOwns() throws Exception {
    node.primary().onView(List.of(SELF, OTHER), List.of());
    assertThat(node.primary().awaitDecision(LONGEST)).isTrue();
    claimed = node.table().with(CART, known -> known);
    claimed.copy().learn(1);
    claimed.copy().onClaim(2, SELF);
    claimed.copy().absorb(content());
    assertThat(claimed.copy().become(2, SELF)).isTrue();
    Frame.Have given = new Frame.Have(CART, 1, NEWEST.next().next().next(), Stamp.NONE);
    OutdatedCopies outdated = new OutdatedCopies(node, new Repair(node));
    outdated.heard(claimed, given, OTHER);

    keep(() -> !claimed.isSurpassed());

    assertThat(claimed.copy().stamp().newerThan(given.newest())).isTrue();
    assertThat(claimed.copy().state()).isEqualTo(content().state());
    assertThat(claimed.copy().epoch()).as("it claims nothing anew").isEqualTo(2);
    assertThat(claimed.holders().of(OTHER)).isEqualTo(claimed.copy().stamp());
  }

  /** The next call here would be executed in vain, too. */
  @Test
  void shouldOwnASessionNoLongerWhenAMemberRefusesItsFloorForALaterClaim() throws Exception {
    node.primary().onView(List.of(SELF, OTHER), List.of());
    assertThat(node.primary().awaitDecision(LONGEST)).isTrue();
    ownLongAgo();
    claimed.floorDue(true);
    refusesFloors = true;
    RequestId request = new RequestId("r-1");
    Call call = new Call(node, new Degradation(), claimed, request, ended -> {});
    Update update = Update.state("next".getBytes(UTF_8), new byte[0]);

    assertThatThrownBy(() -> call.prepare(update, false)).isInstanceOf(FencedException.class);

    assertThat(claimed.copy().isOwning()).isFalse();
    assertThat(claimed.copy().state()).isEqualTo(content().state());
    assertThat(node.counters().fenced.sum()).isOne();
  }

  /** The members of its new view are known, and not yet that they are no majority. */
  @Test
  void shouldNotCountACreationWithoutACopyBeforeThePrimaryViewHasFollowedTheView()
      throws Exception {
    node.primary().onView(List.of(SELF, OTHER), List.of());
    assertThat(node.primary().awaitDecision(LONGEST)).isTrue();
    claimed = node.table().with(CART, known -> known);
    claimed.copy().onClaim(2, SELF);
    assertThat(claimed.copy().become(2, SELF)).isTrue();
    claimed.copy().create("Cart", TIMEOUT.toMillis());
    Call call = new Call(node, new Degradation(), claimed, new RequestId("r-1"), ended -> {});
    node.placement().onView(SELF, List.of(SELF));
    Update update = Update.state("new".getBytes(UTF_8), new byte[0]);
    FutureTask<Object> preparing = new FutureTask<>(() -> prepared(call, update));
    Thread caller = new Thread(preparing);
    caller.start();
    await().until(() -> caller.getState() == Thread.State.TIMED_WAITING || preparing.isDone());

    assertThat(preparing.isDone()).as("it may be cut off").isFalse();
    assertThat(claimed.copy().state()).isNull();

    node.primary().onView(List.of(SELF), List.of());
    assertThat(preparing.get(20, SECONDS)).isSameAs(call);
  }

  private static Object prepared(Call call, Update update) throws PropagationException {
    call.prepare(update, false);
    return call;
  }

  /** It was in no view of those who claimed the session, and comes back before it is created. */
  @Test
  void shouldDropWhatAnotherHasOfASessionThatNobodyElseKnewAndIsCreatedHere() throws Exception {
    node.placement().onView(SELF, List.of(SELF, OTHER, LEAVER));
    node.primary().onView(List.of(SELF, OTHER, LEAVER), List.of());
    assertThat(node.primary().awaitDecision(LONGEST)).isTrue();
    claimed = node.table().with(CART, known -> known);
    claimed.copy().onClaim(2, SELF);
    assertThat(claimed.copy().become(2, SELF)).isTrue();
    SocketAddress noBackup = node.placement().view().ranked(CART).get(1);
    Frame.Have tombstone = new Frame.Have(CART, 1, new Stamp(1, 3), Stamp.NONE);
    new OutdatedCopies(node, new Repair(node)).heard(claimed, tombstone, noBackup);
    claimed.copy().create("Cart", TIMEOUT.toMillis());

    new Call(node, new Degradation(), claimed, new RequestId("r-1"), ended -> {})
        .prepare(Update.state("new".getBytes(UTF_8), new byte[0]), false);

    keep(() -> surely.stream().anyMatch(Frame.Drop.class::isInstance));
    assertThat(claimed.holders().of(noBackup)).isNull();
  }

  /** It would take the session for unused, and let go what it has. */
  @Test
  void shouldTellABackupOfCallsWhileAnotherCopyIsMissing() {
    ownLongAgo();
    claimed.used();
    claimed.untold();
    claimed.holders().note(OTHER, NEWEST.before()); // it refuses to take a newer one
    verdict = Verdict.LATER;
    keep(() -> told.stream().anyMatch(Frame.Touch.class::isInstance));
    assertThat(new Repair(node).missing(claimed)).isOne();
  }

  @Test
  void shouldAnnounceItsLeaveToAMemberThatComesMeanwhile() {
    HandOver handOver = leaving(Duration.ofMillis(300));
    node.placement().onView(SELF, List.of(SELF, OTHER, LEAVER));
    handOver.run(() -> true);
    assertThat(told).filteredOn(new Frame.Leaving()::equals).hasSize(2);
  }

  /** Who comes may drop what it is told before it has seen its view. */
  @Test
  void shouldAnnounceItsLeaveAgainWhileItWaits() {
    leaving(Duration.ofMillis(1_500)).run(() -> true);
    assertThat(told).filteredOn(new Frame.Leaving()::equals).hasSize(2);
  }

  @Test
  void shouldEndItsLeaveThoughASessionFailsByAnError() {
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().onCopy(1, false, content(), OTHER, false);
    failure = new ServiceConfigurationError("meant by the test");
    long deadline = System.nanoTime() + Duration.ofMillis(300).toNanos();
    assertThat(new HandOver(node, new Repair(node), deadline).run(() -> true))
        .as("sessions left")
        .isOne();
  }

  /** Leave with a session that no other member takes. */
  private HandOver leaving(Duration longest) {
    ownLongAgo();
    verdict = Verdict.LATER;
    HandOver handOver = new HandOver(node, new Repair(node), System.nanoTime() + longest.toNanos());
    handOver.announce();
    assertThat(told).containsOnly(new Frame.Leaving());
    return handOver;
  }

  private void keep(Callable<Boolean> until) {
    Repair repair = new Repair(node);
    Affirmation affirmation = new Affirmation(node, repair, admissions());
    OutdatedCopies outdated = new OutdatedCopies(node, repair);
    try (Keeper keeper = new Keeper(node, repair, outdated, affirmation, new Expiry(SETTINGS))) {
      keeper.start();
      await().atMost(LONGEST).until(until);
    }
  }

  /** Its time-out is longer than tombstones are kept. */
  @Test
  void shouldKeepTheTombstoneOfAnExpiredSessionFromItsExpiryOn() {
    ownLongAgo();
    Node.drop(claimed);
    assertThat(claimed.copy().isFree()).isTrue();
    assertThat(claimed.idleMillis()).isLessThan(SETTINGS.tombstoneRetention().toMillis());
  }

  @Test
  void shouldBarALateCreationFromHundredsOfEpochsBefore() throws Exception {
    isUnknownToOthers = true;
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().learn(300);

    assertThat(create()).isInstanceOf(Admission.Granted.class);

    assertThat(barred).containsExactlyElementsOf(LongStream.range(1, 301).boxed().toList());
  }

  /** As one that is meant for "never". */
  @Test
  void shouldCreateASessionWhoseTimeOutIsLongerThanMillisecondsCanTell() throws Exception {
    isUnknownToOthers = true;
    claimed = node.table().with(CART, entry -> entry);

    assertThat(create(Duration.ofSeconds(Long.MAX_VALUE))).isInstanceOf(Admission.Granted.class);

    claimed.copy().absorb(content());
    assertThat(Expiry.isOver(claimed)).isFalse();
    assertThat(Expiry.isLeftOver(claimed)).isFalse();
  }

  private Admission create() throws PropagationException {
    return create(TIMEOUT);
  }

  private Admission create(Duration timeout) throws PropagationException {
    return admissions()
        .admit(CART, Optional.of(new RequestId("r-1")), new Admissions.Creation("Cart", timeout));
  }

  private void ownLongAgo() {
    claimed = node.table().with(CART, entry -> entry);
    claimed.copy().onClaim(1, SELF);
    claimed.copy().absorb(content());
    assertThat(claimed.copy().become(1, SELF)).isTrue();
    claimed.usedBefore(TIMEOUT.plusSeconds(1).toMillis());
  }

  private Admission admit() throws PropagationException {
    return admissions().admit(CART, Optional.of(new RequestId("r-1")), null);
  }

  private Admissions admissions() {
    return new Admissions(node, new Degradation(), "made-up-", false);
  }

  private Snapshot content() {
    byte[] state = "one two".getBytes(UTF_8);
    return new Snapshot(
        "Cart", TIMEOUT.toMillis(), idle.toMillis(), NEWEST, state, Replies.NONE, null);
  }

  private Snapshot undecided() {
    byte[] state = "one two three".getBytes(UTF_8);
    Change change = new Change(NEWEST.next().next(), new RequestId("r-0"), state, state);
    return new Snapshot(
        "Cart", TIMEOUT.toMillis(), 0, NEWEST, content().state(), Replies.NONE, change);
  }

  private static SocketAddress member(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static Node node(GroupLink link, OutcomeLog outcomes) {
    Scheduler scheduler = Scheduler.live();
    PartitionRule rule = PartitionRule.primary();
    Placement placement = new Placement(scheduler, SocketAddress::toString, SETTINGS.callTimeout());
    placement.onView(SELF, List.of(SELF, OTHER));
    return new Node(
        scheduler,
        SETTINGS,
        link,
        placement,
        new Vanished(scheduler),
        new PrimaryView(
            scheduler, link, rule, SocketAddress::toString, () -> {}, floors -> {}, List::of),
        new SessionTable(scheduler, SETTINGS.repliesKept()),
        outcomes,
        new Counters(),
        new Backlog());
  }

  /** Log in which nothing is committed. */
  private final class Barring implements OutcomeLog {
    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      if (isLogDown) {
        throw new PropagationException("the log is down");
      }
      whileSettling.run();
      return false;
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch) {
      barred.add(epoch);
      return false;
    }
  }

  /** Of a claim, three members answer, one of which has left by then. */
  private final class Link implements GroupLink {
    @Override
    public SocketAddress self() {
      return SELF;
    }

    @Override
    public List<SocketAddress> members() {
      return List.of(SELF, OTHER);
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      if (failure != null) {
        throw failure;
      }
      return CompletableFuture.completedFuture(verdict.bytes());
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      Frame asked = decode(frame);
      surely.add(asked);
      if (asked instanceof Frame.Census) {
        return done(StandingCodec.encode(node.primary().onCensus()));
      } else if (asked instanceof Frame.Attempt attempt) {
        return done(node.primary().onAttempt(attempt, SELF));
      } else if (asked instanceof Frame.Formed formed) {
        return done(node.primary().onFormed(formed, SELF).bytes());
      }
      return refusesFloors && asked instanceof Frame.Floor
          ? done(Verdict.STALE.bytes())
          : ask(member, frame, timeout);
    }

    private static CompletableFuture<byte[]> done(byte[] answer) {
      return CompletableFuture.completedFuture(answer);
    }

    @Override
    public boolean isCutOff(Throwable failure) {
      return false;
    }

    @Override
    public void tell(Iterable<SocketAddress> members, byte[] frame) {
      told.add(decode(frame));
    }

    @Override
    public Map<SocketAddress, byte[]> askAllInOrder(byte[] frame, Duration timeout) {
      Frame.Claim claim = (Frame.Claim) decode(frame);
      before.run();
      boolean accepted = claimed.copy().onClaim(claim.epoch(), SELF);
      meanwhile.run();
      before = () -> {};
      meanwhile = () -> {};
      Map<SocketAddress, byte[]> answers = new LinkedHashMap<>();
      answers.put(SELF, answer(accepted, Stamp.NONE, null));
      answers.put(OTHER, answer(true, Stamp.NONE, null));
      boolean newer = NEWEST.newerThan(claim.held());
      answers.put(
          leaver,
          isUnknownToOthers
              ? answer(true, Stamp.NONE, null)
              : answer(true, NEWEST, newer ? content() : null));
      return answers;
    }

    private byte[] answer(boolean accepted, Stamp held, Snapshot better) {
      return AnswerCodec.encode(
          new Answer(
              accepted,
              claimed.copy().epoch(),
              held,
              Stamp.NONE,
              better,
              floor,
              List.of(),
              List.of()));
    }

    private Frame decode(byte[] frame) {
      try {
        return FrameCodec.decode(ByteBuffer.wrap(frame));
      } catch (MalformedFrameException e) {
        throw new AssertionError(e);
      }
    }
  }
}
