package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.MessageListener;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.Test;

/** An engine that does what engines do at the worst moment. */
class EngineFailureTest {
  private static final SocketAddress SELF = InetSocketAddress.createUnresolved("a", 1);
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<Departure> departures = new CopyOnWriteArrayList<>();

  /** What the decorator throws, once each, by the name of its method. */
  private final Map<String, Error> planted = new ConcurrentHashMap<>();

  private Scheduler scheduler = Scheduler.live();
  private volatile Membership view = fake(Membership.class);
  private MembershipListener listener;
  private MessageListener messages;
  private boolean givesView = true;
  private boolean knowsMembers = true;
  private boolean excludesWhileLeaving;
  private GroupException leaveFailure;
  private RuntimeException closeFailure;

  /** What answers each method harmlessly, and writes down what is closed. */
  private <T> T fake(Class<T> type) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                switch (method.getName()) {
                  case "getMembership" -> view;
                  case "getMembershipList" -> List.of(SELF);
                  case "getLocalAddress" -> SELF;
                  case "hashCode" -> 1;
                  case "equals" -> self == args[0];
                  case "toString" -> type.getSimpleName();
                  case "createMessage" -> fake(Message.class);
                  case "setMessageListener" -> {
                    messages = (MessageListener) args[0];
                    yield null;
                  }
                  case "setMembershipListener" -> {
                    listener = (MembershipListener) args[0];
                    yield null;
                  }
                  case "join" -> joined();
                  case "leave" -> left();
                  case "close" -> closed(type);
                  default -> null;
                });
    return type.cast(proxy);
  }

  private Object joined() {
    if (givesView) {
      listener.onMembershipChange();
    }
    return null;
  }

  private Object left() throws GroupException {
    calls.add("leave");
    if (excludesWhileLeaving) {
      listener.onExcluded();
      listener.onMembershipChange();
    }
    if (leaveFailure != null) {
      throw leaveFailure;
    }
    return null;
  }

  private Object closed(Class<?> type) {
    calls.add("close " + type.getSimpleName());
    if (closeFailure != null) {
      throw closeFailure;
    }
    return null;
  }

  private final class Engine implements Protocol {
    @Override
    public Service lookupService(String name) {
      return other -> true;
    }

    @Override
    public DataSession openDataSession(GroupConfiguration group) {
      return fake(DataSession.class);
    }

    @Override
    public ControlSession openControlSession(GroupConfiguration group) {
      return knowsMembers ? fake(MembershipSession.class) : fake(ControlSession.class);
    }

    @Override
    public void close() {}

    @Override
    public boolean isClosed() {
      return false;
    }
  }

  /** Decorator that proves a number of memberships. */
  private static final class Prover extends DataSessionDecorator {
    private final AtomicInteger proofs;

    Prover(DataSession below, DroppedFrames dropped, int proofs) {
      super(below, dropped);
      this.proofs = new AtomicInteger(proofs);
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      return deliver(payload, sender);
    }

    @Override
    void onJoined() throws GroupException {
      if (proofs.decrementAndGet() < 0) {
        throw new GroupException("no proof");
      }
    }

    @Override
    public void multicast(Message message, Service service, Object context, Annotation... hints) {}
  }

  private void fail(String method) {
    Error error = planted.remove(method);
    if (error != null) {
      throw error;
    }
  }

  /** Scheduler of the machine that throws what the test has planted. */
  private Scheduler faultyScheduler() {
    Scheduler live = Scheduler.live();
    return (Scheduler)
        Proxy.newProxyInstance(
            Scheduler.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, args) -> {
              fail(method.getName());
              return method.invoke(live, args);
            });
  }

  /** Decorator that throws what the test has planted. */
  private final class Faulty extends DataSessionDecorator {
    Faulty(DataSession below, DroppedFrames dropped) {
      super(below, dropped);
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      return deliver(payload, sender);
    }

    @Override
    void onView(Membership next) {
      fail("onView");
    }

    @Override
    void onJoined() {
      fail("onJoined");
    }

    @Override
    void onLeaving() {
      fail("onLeaving");
    }

    @Override
    void onDeparture() {
      fail("onDeparture");
    }

    @Override
    public void multicast(Message message, Service service, Object context, Annotation... hints) {}
  }

  private void plant(String method) {
    planted.put(method, new InternalError("meant by the test"));
  }

  private MarshalDataSession openFaulty() throws GroupException {
    return open(
        WAIT,
        (engine, dropped, self) -> {
          Faulty faulty = new Faulty(engine, dropped);
          return new DecoratorChain(faulty, List.of(faulty));
        });
  }

  private MarshalDataSession open(Duration wait, DecoratorChain.Builder chain)
      throws GroupException {
    GroupMarshalDataSession session =
        GroupMarshalDataSession.open(
            new Engine(), fake(GroupConfiguration.class), scheduler, chain, wait);
    session.addDepartureListener(departures::add);
    return session;
  }

  private MarshalDataSession open() throws GroupException {
    return open(WAIT, (engine, dropped, self) -> DecoratorChain.none(engine));
  }

  private MarshalDataSession openWithProofs(int proofs) throws GroupException {
    return open(
        WAIT,
        (engine, dropped, self) -> {
          Prover prover = new Prover(engine, dropped, proofs);
          return new DecoratorChain(prover, List.of(prover));
        });
  }

  @Test
  void shouldNotBeJoinedByAViewThatComesAfterLeaving() throws Exception {
    MarshalDataSession session = open();
    session.join();
    session.leave();
    listener.onMembershipChange();
    assertThat(session.isJoined()).isFalse();
    session.join();
    assertThat(session.isJoined()).isTrue();
    session.close();
    listener.onMembershipChange();
    assertThat(session.isJoined()).isFalse();
  }

  @Test
  void shouldTellADepartureOnceWhenExcludedWhileLeaving() throws Exception {
    MarshalDataSession session = open();
    session.join();
    excludesWhileLeaving = true;
    session.leave();
    assertThat(departures).hasSize(1);
    assertThat(session.isJoined()).isFalse();
  }

  @Test
  void shouldBeJoinedWhenTheEngineJoinsAgainByItselfAndProvesIt() throws Exception {
    MarshalDataSession session = openWithProofs(2);
    session.join();
    listener.onExcluded();
    assertThat(session.isJoined()).isFalse();
    listener.onMembershipChange();
    assertThat(session.isJoined()).isTrue();
    session.leave();
    assertThat(departures).containsExactly(Departure.EXCLUDED, Departure.LEFT);
  }

  @Test
  void shouldLeaveWhenTheEngineJoinsAgainByItselfWithoutProof() throws Exception {
    MarshalDataSession session = openWithProofs(1);
    session.join();
    listener.onExcluded();
    listener.onMembershipChange();
    await()
        .atMost(WAIT)
        .until(() -> departures.equals(List.of(Departure.EXCLUDED, Departure.LEFT)));
    assertThat(session.isJoined()).isFalse();
    assertThat(calls).containsExactly("leave");
  }

  @Test
  void shouldKeepTheCauseWhenNeitherJoiningNorLeavingWorks() throws Exception {
    givesView = false;
    leaveFailure = new InvalidStateException("cannot leave");
    MarshalDataSession session =
        open(Duration.ofMillis(20), (engine, dropped, self) -> DecoratorChain.none(engine));
    assertThatThrownBy(session::join)
        .hasMessageContaining("no view within PT0.02S")
        .hasMessageContaining("bind address")
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(leaveFailure));
    givesView = true;
    session.join();
    assertThat(session.isJoined()).isTrue();
  }

  @Test
  void shouldCloseWhatItOpenedWhenOpeningFails() {
    knowsMembers = false;
    assertThatThrownBy(this::open).hasMessageContaining("needs a MembershipSession");
    assertThat(calls).containsExactly("close ControlSession", "close DataSession");
  }

  @Test
  void shouldDepartAndCloseTheDataSessionWhenTheControlSessionFailsToClose() throws Exception {
    MarshalDataSession session = open();
    session.join();
    closeFailure = new IllegalStateException("cannot close");
    session.close();
    assertThat(calls).containsExactly("close MembershipSession", "close DataSession");
    assertThat(departures).containsExactly(Departure.LEFT);
  }

  @Test
  void shouldLeaveTheEngineThoughTheChainFailsByAnErrorBefore() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    plant("onLeaving");
    assertThatThrownBy(session::leave).isInstanceOf(InternalError.class);
    assertThat(calls).containsExactly("leave");
    assertThat(departures).containsExactly(Departure.LEFT);
  }

  @Test
  void shouldCloseAllSessionsThoughTheChainFailsByAnErrorBefore() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    plant("onLeaving");
    plant("onDeparture");
    assertThatThrownBy(session::close).isInstanceOf(InternalError.class);
    assertThat(calls).containsExactly("close MembershipSession", "close DataSession");
    assertThat(departures).containsExactly(Departure.LEFT);
  }

  @Test
  void shouldTellThatItLeftThoughTheChainFailsByAnErrorWhenItHears() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    plant("onDeparture");
    assertThatThrownBy(session::leave).isInstanceOf(InternalError.class);
    assertThat(departures).containsExactly(Departure.LEFT);
  }

  @Test
  void shouldLeaveAgainWhenTheChainFailsByAnErrorOnceItHasJoined() throws Exception {
    MarshalDataSession session = openFaulty();
    plant("onJoined");
    assertThatThrownBy(session::join)
        .isInstanceOf(GroupException.class)
        .hasCauseInstanceOf(InternalError.class);
    assertThat(session.isJoined()).isFalse();
    plant("onJoined");
    plant("onLeaving");
    assertThatThrownBy(session::join).isInstanceOf(InternalError.class);
    assertThat(session.isJoined()).isFalse();
    assertThat(calls).containsExactly("leave", "leave");
    session.join();
    assertThat(session.isJoined()).isTrue();
  }

  /** The engine does not tell it again. */
  @Test
  void shouldInstallAViewAgainThatAnErrorKeptFromBeingInstalled() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    List<Membership> heard = new CopyOnWriteArrayList<>();
    session.addMembershipListener(heard::add);
    Membership before = view;
    view = fake(Membership.class);
    plant("onView");
    assertThatThrownBy(listener::onMembershipChange).isInstanceOf(InternalError.class);
    assertThat(session.membership()).isSameAs(before);

    plant("onView"); // the next try fails, too
    await().atMost(WAIT).until(() -> !heard.isEmpty());
    assertThat(heard).containsExactly(view);
    assertThat(session.membership()).isSameAs(view);
  }

  @Test
  void shouldJoinByAViewThatAnErrorKeptFromBeingInstalledAtFirst() throws Exception {
    MarshalDataSession session = openFaulty();
    givesView = false;
    CompletableFuture<Boolean> joined = CompletableFuture.supplyAsync(() -> hasJoined(session));
    plant("onView");
    await()
        .atMost(WAIT)
        .untilAsserted(
            () ->
                assertThatThrownBy(listener::onMembershipChange).isInstanceOf(InternalError.class));
    assertThat(joined.get(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static boolean hasJoined(MarshalDataSession session) {
    try {
      session.join();
      return session.isJoined();
    } catch (GroupException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldNotInstallAMissedViewOnceALaterOneHasCome() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    List<Membership> heard = new CopyOnWriteArrayList<>();
    session.addMembershipListener(heard::add);
    plant("onView");
    assertThatThrownBy(listener::onMembershipChange).isInstanceOf(InternalError.class);
    listener.onMembershipChange();
    await().during(Duration.ofMillis(1_500)).atMost(WAIT).until(() -> heard.size() == 1);
  }

  private void missView() {
    view = fake(Membership.class);
    plant("onView");
    assertThatThrownBy(listener::onMembershipChange).isInstanceOf(InternalError.class);
  }

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /** Writes down what it is told, at the end of its call; the first view holds it up. */
  private void listenSlowly(MarshalDataSession session, List<Object> heard) {
    session.addMembershipListener(
        next -> {
          if (told.getCount() > 0) {
            told.countDown();
            pass(goOn);
          }
          heard.add(next);
        });
    session.addDepartureListener(heard::add);
  }

  private static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldHearOfALaterViewAfterAMissedOneThatItIsJustTold() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    List<Object> heard = new CopyOnWriteArrayList<>();
    listenSlowly(session, heard);
    missView();
    pass(told);

    Membership missed = view;
    view = fake(Membership.class);
    listener.onMembershipChange();
    goOn.countDown();
    await().atMost(WAIT).until(() -> heard.size() > 1);
    assertThat(heard).containsExactly(missed, view);
  }

  @Test
  void shouldHearOfADepartureAndOfJoiningAgainAfterAMissedViewThatItIsJustTold() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    List<Object> heard = new CopyOnWriteArrayList<>();
    listenSlowly(session, heard);
    missView();
    pass(told);

    Membership missed = view;
    session.leave();
    view = fake(Membership.class);
    session.join();
    goOn.countDown();
    await().atMost(WAIT).until(() -> heard.size() > 2);
    assertThat(heard).containsExactly(missed, Departure.LEFT, view);
  }

  /**
   * As where the engine has the next view, but has not told it yet, when the missed one is tried.
   */
  @Test
  void shouldHearOnceOfAViewThatIsInstalledBeforeTheEngineTellsIt() throws Exception {
    MarshalDataSession session = openFaulty();
    session.join();
    List<Membership> heard = new CopyOnWriteArrayList<>();
    session.addMembershipListener(heard::add);
    missView();
    view = fake(Membership.class);
    await().atMost(WAIT).until(() -> !heard.isEmpty());
    listener.onMembershipChange();
    assertThat(heard).containsExactly(view);

    view = fake(Membership.class);
    listener.onMembershipChange();
    assertThat(heard).hasSize(2).endsWith(view);
  }

  /**
   * Has a view missed though no further try can be asked for; answers what is heard from then on.
   */
  private List<Membership> missViewForGood(MarshalDataSession session) throws Exception {
    session.join();
    List<Membership> heard = new CopyOnWriteArrayList<>();
    session.addMembershipListener(heard::add);
    plant("later");
    missView();
    assertThat(planted).isEmpty();
    return heard;
  }

  @Test
  void shouldTryAMissedViewThoughThatCouldNotBeAskedForOnceSomethingComes() throws Exception {
    scheduler = faultyScheduler();
    List<Membership> heard = missViewForGood(openFaulty());
    messages.onMessage(G2CLMessage.of(SELF, ByteBuffer.wrap(new byte[1])));
    await().atMost(WAIT).until(() -> heard.equals(List.of(view)));
  }

  @Test
  void shouldTryAMissedViewThoughThatCouldNotBeAskedForOnceSomethingIsSent() throws Exception {
    scheduler = faultyScheduler();
    MarshalDataSession session = openFaulty();
    List<Membership> heard = missViewForGood(session);
    plant("later"); // nor then, which is no concern of who sends
    session.send(new G2CLMessage(null), 1, ServiceNames.FIFO);
    session.send(new G2CLMessage(null), 1, ServiceNames.FIFO);
    await().atMost(WAIT).until(() -> heard.equals(List.of(view)));
  }
}
