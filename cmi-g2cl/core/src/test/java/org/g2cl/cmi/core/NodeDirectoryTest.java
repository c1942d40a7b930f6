package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.Scheduler;
import org.g2cl.jgcs.local.LocalNetwork;
import org.g2cl.registry.Registry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeDirectoryTest {
  private static final String LOCATION = "127.0.0.1:4201";
  private static final String SERVING_ENTRY = "cmi/serving/" + LOCATION;
  private static final URI SERVING = URI.create("ejb:ejbd://" + LOCATION);

  /** Writes from now on that are applied, but whose confirmation is lost. */
  private final AtomicInteger unconfirmed = new AtomicInteger();

  /** Looks for which there will be no thread. */
  private final AtomicInteger threadless = new AtomicInteger();

  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicBoolean executes = new AtomicBoolean(true);

  /** Runs before the next entry of a server is written; null for nothing. */
  private final AtomicReference<Runnable> beforeServing = new AtomicReference<>();

  /** The member is put out of the group between two questions. */
  private final AtomicBoolean leaving = new AtomicBoolean();

  private Protocol protocol;
  private MarshalDataSession session;
  private Registry registry;
  private NodeDirectory directory;

  @BeforeEach
  void join() throws Exception {
    protocol = LocalNetwork.live().factory("a").createProtocol();
    session = MarshalDataSession.open(protocol, Protocols.provider("local").group("nodes"));
    registry = Registry.start(session);
    directory = new NodeDirectory(LOCATION, unsteady(), unsure(), executes::get);
    session.join();
    registry.awaitReady(Duration.ofSeconds(20));
  }

  @AfterEach
  void close() throws Exception {
    directory.close();
    registry.close();
    session.close();
    protocol.close();
  }

  @Test
  void shouldWriteItsNameAgainWhenAWriteIsNotConfirmed() {
    unconfirmed.set(2);
    directory.enter();
    assertThat(writes).hasValue(3);
    assertThat(directory.placementName(session.localAddress())).isEqualTo(LOCATION);

    unconfirmed.set(1);
    directory.announce(SERVING);
    assertThat(directory.nodes()).singleElement().matches(NodeView::serving);
  }

  /** As a later release may bind it, whose values may be of types that this one does not know. */
  @Test
  void shouldPassOverEntriesThatAreNoText() throws Exception {
    registry.bind("cmi/members/later", 7);
    registry.bind("cmi/serving/later", 7);
    var heard = new CopyOnWriteArrayList<List<URI>>();
    directory.addListener(heard::add);

    directory.enter();
    directory.announce(SERVING);

    assertThat(heard).last().isEqualTo(List.of(SERVING));
    assertThat(directory.placementName(session.localAddress())).isEqualTo(LOCATION);
  }

  @Test
  void shouldFailWithTheEntryWhenNoWriteIsConfirmed() {
    unconfirmed.set(Integer.MAX_VALUE);
    assertThatThrownBy(directory::enter)
        .isInstanceOf(HaException.class)
        .hasMessageContaining(LOCATION)
        .hasMessageContaining("cmi/members/")
        .hasMessageContaining("not confirmed");
    assertThat(writes).hasValue(3);
  }

  @Test
  void shouldKeepToTheServersOfBeforeUntilItsMemberExecutesCallsAgain() {
    var heard = new CopyOnWriteArrayList<List<URI>>();
    directory.addListener(heard::add);
    directory.announce(SERVING);
    assertThat(heard).containsExactly(List.of(), List.of(SERVING));

    executes.set(false);
    directory.withdraw();
    directory.enter();
    assertThat(heard).hasSize(2);

    executes.set(true);
    await().untilAsserted(() -> assertThat(heard).hasSize(3).endsWith(List.of()));
  }

  @Test
  void shouldLookAgainThoughThereIsNoThreadForSomeLooks() {
    var heard = hearOfAWithdrawalThatIsHeldBack();
    directory.enter();
    threadless.set(2);
    await().until(() -> threadless.get() <= 0);

    executes.set(true);
    await().untilAsserted(() -> assertThat(heard).hasSize(3).endsWith(List.of()));
  }

  @Test
  void shouldServeNoMoreWhenItIsWithdrawnWhileItComesBack() {
    directory.enter();
    directory.announce(SERVING);
    beforeServing.set(directory::withdraw);

    directory.enterAgain();

    assertThat(directory.nodes()).singleElement().matches(node -> !node.serving());
  }

  /** Whose write is applied all the same. */
  @Test
  void shouldServeNoMoreWhenItIsWithdrawnWhileItComesBackInVain() {
    directory.enter();
    directory.announce(SERVING);
    beforeServing.set(
        () -> {
          directory.withdraw();
          unconfirmed.set(3);
        });

    assertThatThrownBy(directory::enterAgain).isInstanceOf(HaException.class);

    assertThat(directory.nodes()).singleElement().matches(node -> !node.serving());
  }

  @Test
  void shouldThenWaitForMembersThatHaveNotEntered() {
    var heard = hearOfAWithdrawalThatIsHeldBack();

    executes.set(true);
    directory.announceStateForm(1);
    assertThat(heard).as("it has looked").hasSize(2);

    directory.enter();
    assertThat(heard).hasSize(3).endsWith(List.of());
  }

  @Test
  void shouldNotWaitLongForAMemberThatDoesNotEnter() {
    var heard = hearOfAWithdrawalThatIsHeldBack();

    executes.set(true);

    await().untilAsserted(() -> assertThat(heard).hasSize(3).endsWith(List.of()));
  }

  /** By a member that has not entered. */
  private List<List<URI>> hearOfAWithdrawalThatIsHeldBack() {
    var heard = new CopyOnWriteArrayList<List<URI>>();
    directory.addListener(heard::add);
    directory.announce(SERVING);
    executes.set(false);
    directory.withdraw();
    directory.announceStateForm(2);
    assertThat(heard).containsExactly(List.of(), List.of(SERVING));
    return heard;
  }

  @Test
  void shouldKnowNoNodesWhenItsMemberIsPutOutWhileItLooks() {
    directory.enter();
    assertThat(directory.nodes()).hasSize(1);
    assertThat(directory.isCoordinator()).isTrue();

    leaving.set(true);

    assertThat(directory.nodes()).isEmpty();
    assertThat(directory.viewName()).isEmpty();
    assertThat(directory.isCoordinator()).isFalse();
  }

  @Test
  void shouldKeepToTheListWhenItsMemberIsPutOutWhileItWaitsForOthers() {
    var heard = hearOfAWithdrawalThatIsHeldBack();
    executes.set(true);
    leaving.set(true);

    directory.announceStateForm(1);

    assertThat(heard).hasSize(2);
  }

  @Test
  void shouldTellTheOtherListenersWhatOneFailsAt() {
    var heard = new CopyOnWriteArrayList<List<URI>>();
    directory.addListener(
        servers -> {
          throw new IllegalStateException("meant by the test");
        });
    directory.addListener(heard::add);

    directory.announce(SERVING);

    assertThat(heard).containsExactly(List.of(), List.of(SERVING));
  }

  private MarshalDataSession unsteady() {
    return (MarshalDataSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {MarshalDataSession.class},
            (proxy, method, arguments) -> {
              if (leaving.get() && method.getName().equals("membership")) {
                throw new IllegalStateException("not a member");
              }
              Object result = method.invoke(session, arguments);
              return result instanceof Scheduler scheduler ? fewThreads(scheduler) : result;
            });
  }

  private Scheduler fewThreads(Scheduler scheduler) {
    return (Scheduler)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(scheduler, arguments);
              return result instanceof Scheduler.Worker worker ? new Reluctant(worker) : result;
            });
  }

  /** Finds no thread when the test says so. */
  private final class Reluctant implements Scheduler.Worker {
    private final Scheduler.Worker worker;

    Reluctant(Scheduler.Worker worker) {
      this.worker = worker;
    }

    @Override
    public boolean offer(Runnable task) {
      if (threadless.getAndDecrement() > 0) {
        throw new OutOfMemoryError("no thread, as the test wants it");
      }
      return worker.offer(task);
    }

    @Override
    public void close() {
      worker.close();
    }
  }

  private Registry unsure() {
    return (Registry)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Registry.class},
            (proxy, method, arguments) -> {
              try {
                if (method.getName().equals("rebind") && arguments[0].equals(SERVING_ENTRY)) {
                  Optional.ofNullable(beforeServing.getAndSet(null)).ifPresent(Runnable::run);
                }
                Object result = method.invoke(registry, arguments);
                confirm(method.getName());
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void confirm(String method) throws GroupException {
    if (method.equals("rebind")) {
      writes.incrementAndGet();
      if (unconfirmed.getAndDecrement() > 0) {
        throw new GroupException("a write of this test is not confirmed");
      }
    }
  }
}
