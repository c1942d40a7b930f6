package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.transaction.Status;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/** The replication manager as the container calls it, without a database. */
class ReplicationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final List<Server> servers = new ArrayList<>();

  /** A server: its manager, its transaction. */
  private final class Server {
    private final JonasGroup group;
    private final G2clReplicationManager manager;
    private boolean rolledBack;
    private Transaction transaction;

    Server(Duration timeout, String... attributes) {
      group = members.join(attributes);
      manager = new G2clReplicationManager(timeout, group, null, null);
      manager.setTransactionManager(
          (TransactionManager)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {TransactionManager.class},
                  (self, method, arguments) -> {
                    if (method.getName().equals("setRollbackOnly")) {
                      rolledBack = true;
                    }
                    if (method.getName().equals("getTransaction")) {
                      return transaction;
                    }
                    return method.getName().equals("getStatus") ? Status.STATUS_ACTIVE : null;
                  }));
      servers.add(this);
    }

    /** A call that ends normally; false when it was rolled back. */
    boolean call(int request, Bean bean, Object response) {
      return call(request, session, bean, response, true);
    }

    boolean call(int number, SessionId of, Bean bean, Object response, boolean commits) {
      RequestId request = new RequestId(of, number);
      rolledBack = false;
      try {
        manager.addModifiedBean(request, of, bean);
        manager.addResponse(request, response);
        manager.replicate(request);
        manager.replicateCommit(request, commits && !rolledBack);
      } catch (ReplicationException e) {
        throw new AssertionError(e);
      }
      return !rolledBack;
    }

    /** A bean with a transaction of its own is called in a request, which has not ended. */
    void commitInner(int number, SessionId inner, Bean bean) {
      RequestId request = new RequestId(session, number);
      try {
        manager.addModifiedBean(request, inner, bean);
        manager.replicate(request);
        manager.replicateCommit(request, true);
      } catch (ReplicationException e) {
        throw new AssertionError(e);
      }
    }

    /**
     * A call that the client sends again: the stored response, or null when it is to be executed.
     */
    Object again(int request, Bean bean) {
      RequestId id = new RequestId(session, request);
      boolean found = manager.hasBackupResponse(id);
      manager.restoreBeanChanges(session, bean);
      return found ? manager.getBackupResponse(id) : null;
    }

    int copies() {
      return group.propagation().status().copies();
    }

    void crash() {
      members.crash(group);
    }
  }

  /** A bean whose state is a string. */
  private static final class Bean implements StatefulBeanReference {
    private String state = "";
    private boolean spoilt;
    private String reason = "not serializable";
    private boolean failing;
    private boolean modified = true;

    Bean with(String now) {
      state = now;
      return this;
    }

    @Override
    public byte[] getState() throws ReplicationException {
      if (spoilt) {
        throw new ReplicationException(reason);
      }
      if (failing) {
        throw new IllegalArgumentException("from the bean's own code");
      }
      return state.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public boolean isModified() {
      return modified;
    }

    @Override
    public void injectState(byte[] bytes) {
      state = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private Server server() {
    return new Server(Duration.ofMinutes(10));
  }

  @AfterEach
  void stop() {
    members.close();
  }

  @Test
  void shouldAnswerFromStoredResponseAndRestoreState() {
    Server a = server();
    Server b = server();
    Bean bean = new Bean();
    assertThat(a.call(0, bean.with("one"), 1)).isTrue();
    assertThat(a.call(1, bean.with("two"), null)).isTrue();
    a.crash();

    Bean restored = new Bean();
    assertThat(b.manager.hasBackupResponse(new RequestId(session, 1))).isTrue();
    b.manager.restoreBeanChanges(session, restored);
    assertThat(b.manager.getBackupResponse(new RequestId(session, 1))).isNull();
    assertThat(restored.state).isEqualTo("two");
    assertThat(b.call(2, restored.with("three"), 3)).isTrue();
  }

  @Test
  void shouldExecuteOnRestoredStateWhatWasNotReplicated() {
    Server a = server();
    Server b = server();
    a.call(0, new Bean().with("one"), 1);
    a.crash();
    Bean restored = new Bean();
    assertThat(b.again(1, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
    assertThat(b.call(1, restored.with("two"), 2)).isTrue();
    assertThat(b.again(1, new Bean())).isEqualTo(2);
  }

  @Test
  void shouldRollBackFormerOwnerThatStillExecutes() {
    Server a = server();
    Server b = server();
    Bean slow = new Bean();
    a.call(0, slow.with("one"), 1);
    Bean restored = new Bean();
    b.again(1, restored); // the client has lost patience with a
    assertThat(b.call(1, restored.with("two"), 2)).isTrue();

    assertThat(a.call(1, slow.with("two, twice"), 2)).isFalse();
    assertThat(a.call(2, slow.with("three"), 3)).as("its instance is of no use any more").isFalse();
    assertThat(b.again(1, restored)).isEqualTo(2);
  }

  @Test
  void shouldRollBackExecutionThatWasOvertakenOnTheSameServer() throws Exception {
    Server a = server();
    server();
    Bean slow = new Bean();
    a.call(0, slow.with("one"), 1);
    Bean restored = new Bean();
    a.again(1, restored);
    Callable<Boolean> firstTry = () -> a.call(1, slow.with("two, by the first try"), 1);
    FutureTask<Boolean> other = new FutureTask<>(firstTry);
    new Thread(other).start();
    assertThat(other.get(20, TimeUnit.SECONDS)).isFalse();
    assertThat(a.call(1, restored.with("two"), 2)).isTrue();
    assertThat(a.again(1, new Bean())).isEqualTo(2);
  }

  @Test
  void shouldTakeBackWhatWasRolledBackAtItsCommit() {
    Server a = server();
    Server b = server();
    Bean bean = new Bean();
    a.call(0, bean.with("one"), 1);
    a.call(1, session, bean.with("two"), 2, false);
    a.crash();
    Bean restored = new Bean();
    assertThat(b.again(1, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
    assertThat(b.call(1, restored.with("two again"), 2)).isTrue();
    assertThat(b.again(1, new Bean())).isEqualTo(2);
  }

  @Test
  void shouldTakeNumberThatClientUsesAgainAfterAnException() {
    Server a = server();
    Server b = server();
    Bean bean = new Bean();
    a.call(
        0,
        bean.with("one"),
        null); // ended in an application's exception: the client does not count
    assertThat(a.call(0, bean.with("two"), 2)).isTrue();
    a.crash();
    Bean restored = new Bean();
    assertThat(b.again(0, restored)).isEqualTo(2);
    assertThat(restored.state).isEqualTo("two");
  }

  @Test
  void shouldReplicateBeansThatTheBeanCallsWithIt() throws Exception {
    Server a = server();
    Server b = server();
    SessionId inner = new SessionId(UUID.randomUUID(), 7);
    RequestId request = new RequestId(session, 0);
    a.manager.addModifiedBean(request, inner, new Bean().with("inner"));
    a.manager.addModifiedBean(request, session, new Bean().with("outer"));
    a.manager.addResponse(request, "done");
    a.manager.replicate(request);
    a.crash(); // before it could say that the inner one holds
    Bean outer = new Bean();
    assertThat(b.again(0, outer)).isEqualTo("done");
    Bean restored = new Bean();
    b.manager.restoreBeanChanges(inner, restored);
    assertThat(outer.state + restored.state).isEqualTo("outerinner");
  }

  @Test
  void shouldReplicateBeansThatTheBeanCallsOnAnotherThread() throws Exception {
    Server a = server();
    Server b = server();
    SessionId inner = new SessionId(UUID.randomUUID(), 7);
    RequestId request = new RequestId(session, 0);
    Thread rmi =
        new Thread(() -> a.manager.addModifiedBean(request, inner, new Bean().with("inner")));
    rmi.start();
    rmi.join(PATIENCE.toMillis());
    a.manager.addModifiedBean(request, session, new Bean().with("outer"));
    a.manager.addResponse(request, "done");
    a.manager.replicate(request);
    a.manager.replicateCommit(request, true);
    assertThat(a.manager.openRequests()).isZero();
    a.crash();
    Bean outer = new Bean();
    assertThat(b.again(0, outer)).isEqualTo("done");
    Bean restored = new Bean();
    b.manager.restoreBeanChanges(inner, restored);
    assertThat(outer.state + restored.state).isEqualTo("outerinner");
  }

  @Test
  void shouldNotAnswerForClientsBeanWhenOnlyOneThatItCalledHasCommitted() {
    Server a = server();
    Server b = server();
    SessionId inner = new SessionId(UUID.randomUUID(), 7);
    a.call(0, new Bean().with("one"), 1);
    a.commitInner(1, inner, new Bean().with("inner"));
    assertThat(a.call(1, new Bean().with("two"), 2)).as("goes on after it").isTrue();
    a.commitInner(2, inner, new Bean().with("inner again"));
    a.crash(); // before the bean that the client called has come to its end

    Bean outer = new Bean();
    assertThat(b.again(2, outer)).as("is to be executed").isNull();
    assertThat(outer.state).isEqualTo("two");
    Bean restored = new Bean();
    b.manager.restoreBeanChanges(inner, restored);
    assertThat(restored.state).isEqualTo("inner again");

    b.commitInner(2, inner, restored.with("inner, once more"));
    assertThat(b.call(2, outer.with("three"), 3)).as("it was restored for this call").isTrue();
    assertThat(b.again(2, new Bean())).isEqualTo(3);
    assertThat(b.manager.openRequests()).isZero();
  }

  @Test
  void shouldCommitByItselfOnlyWhatWasCalledInThatTransaction() {
    Server a = server();
    Server b = server();
    SessionId outers = new SessionId(UUID.randomUUID(), 7);
    a.transaction = transaction();
    a.manager.addModifiedBean(new RequestId(session, 0), outers, new Bean().with("with it"));
    a.transaction = transaction();
    a.commitInner(0, new SessionId(UUID.randomUUID(), 8), new Bean().with("by itself"));
    assertThat(b.group.propagation().status().copies()).isEqualTo(1);
    a.call(0, new Bean().with("outer"), 1);
    assertThat(b.group.propagation().status().copies()).isEqualTo(3);
    a.crash();
    Bean restored = new Bean();
    b.manager.restoreBeanChanges(outers, restored);
    assertThat(restored.state).isEqualTo("with it");
  }

  @Test
  void shouldReplicateBeansOfCallInWhichATransactionWasRolledBack() {
    Server a = server();
    Server b = server();
    SessionId inner = new SessionId(UUID.randomUUID(), 7);
    RequestId request = new RequestId(session, 0);
    a.manager.addModifiedBean(request, inner, new Bean().with("with it"));
    a.manager.replicateCommit(request, false); // of another bean, which had its own
    a.call(0, new Bean().with("outer"), 1);
    a.crash();
    Bean restored = new Bean();
    b.manager.restoreBeanChanges(inner, restored);
    assertThat(restored.state).isEqualTo("with it");
  }

  private static Transaction transaction() {
    return (Transaction)
        Proxy.newProxyInstance(
            ReplicationTest.class.getClassLoader(),
            new Class<?>[] {Transaction.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "getEnlistedXAResource" -> List.of();
                  case "getStatus" -> Status.STATUS_ACTIVE;
                  default -> null;
                });
  }

  @Test
  void shouldForgetRemovedAndIdleSessions() {
    Server a = new Server(Duration.ofSeconds(1));
    Server b = new Server(Duration.ofSeconds(1));
    a.call(0, new Bean().with("one"), 1);
    assertThat(a.group.propagation().status().owned()).isEqualTo(1);
    await().atMost(PATIENCE).until(() -> a.group.propagation().status().owned() == 0);
    await().atMost(PATIENCE).until(() -> b.group.propagation().status().copies() == 0);

    SessionId other = new SessionId(UUID.randomUUID(), 2);
    a.call(0, other, new Bean().with("one"), 1, true);
    a.call(1, other, null, null, true);
    assertThat(a.group.propagation().status().owned()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1, backups, 1",
    "3, 2, backups, 2",
    "3, 2, backups, 9",
    "4, 2, mode, majority",
    "5, 2, mode, majority",
    "4, 3, mode, all"
  })
  void shouldKeepAsManyCopiesAsAsked(int count, int copies, String attribute, String value) {
    for (int i = 0; i < count; i++) {
      var unused = new Server(Duration.ofMinutes(10), attribute, value);
    }
    assertThat(servers.get(0).call(0, new Bean().with("one"), 1)).isTrue();
    assertThat(servers.get(0).copies()).as("at the owner").isZero();
    assertThat(servers.stream().mapToInt(Server::copies).sum()).isEqualTo(copies);
  }

  @Test
  void shouldRollBackCallsWithoutTheLeastNumberOfCopies() {
    Server a = new Server(Duration.ofMinutes(10), "minimumCopies", "1");
    assertThat(a.call(0, new Bean().with("one"), 1)).as("alone").isFalse();
    Server b = new Server(Duration.ofMinutes(10), "minimumCopies", "1");
    SessionId other = new SessionId(UUID.randomUUID(), 2);
    assertThat(a.call(0, other, new Bean().with("one"), 1, true)).isTrue();
    assertThat(b.copies()).isEqualTo(1);
  }

  @Test
  void shouldFailCallThatMustNotTakeEffectWhenNoTransactionManagerIsFound() {
    JonasGroup alone = members.join("minimumCopies", "1");
    var manager = new G2clReplicationManager(Duration.ofMinutes(10), alone, null, null);
    RequestId request = new RequestId(session, 0);
    manager.addModifiedBean(request, session, new Bean().with("one"));
    manager.addResponse(request, 1);
    assertThatThrownBy(() -> manager.replicate(request))
        .isInstanceOf(ReplicationException.class)
        .hasMessageContaining("its transaction cannot be rolled back");
  }

  @Test
  void shouldKeepStateOfBeforeAndStoreResponseWhenBeanSaysThatItIsNotModified() {
    Server a = server();
    Server b = server();
    Bean bean = new Bean();
    assertThat(a.call(0, bean.with("one"), 1)).isTrue();
    bean.modified = false;
    assertThat(a.call(1, bean.with("not told of"), 2)).isTrue();
    a.crash();
    Bean restored = new Bean();
    assertThat(b.again(1, restored)).isEqualTo(2);
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldStoreResponseOfBeanThatWasNeverModified() {
    Server a = server();
    Server b = server();
    Bean bean = new Bean();
    bean.modified = false;
    assertThat(a.call(0, bean, 1)).isTrue();
    a.crash();
    Bean fresh = new Bean().with("as created");
    assertThat(b.again(0, fresh)).isEqualTo(1);
    assertThat(fresh.state).as("given nothing").isEqualTo("as created");
  }

  @Test
  void shouldGoOnWithoutCopiesWhenStateCannotBeReplicated() {
    Server a = server();
    Server b = server();
    Bean bean = new Bean();
    a.call(0, bean.with("one"), 1);
    bean.spoilt = true;
    assertThat(a.call(1, bean, 2)).isTrue();
    a.crash();
    assertThatThrownBy(() -> b.again(2, new Bean()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("could not be replicated");
  }

  @Test
  void shouldGoOnWhenCodeOfTheBeanFailsWhileItsStateIsWritten() {
    Server a = server();
    Bean bean = new Bean();
    bean.failing = true;
    assertThat(a.call(0, bean, 1)).isTrue();
    bean.failing = false;
    assertThat(a.call(1, bean.with("two"), 2)).as("replicated again").isTrue();
  }

  @Test
  void shouldGoOnWithoutCopiesWhenStateIsTooLarge() {
    System.setProperty("g2cl.max-state-bytes", "1000");
    try {
      Server a = server();
      Server b = server();
      Bean bean = new Bean();
      assertThat(a.call(0, bean.with("one"), 1)).isTrue();
      assertThat(a.call(1, bean.with("x".repeat(1_001)), 2)).isTrue();
      assertThat(a.call(2, bean.with("two"), "y".repeat(1_001))).as("response").isTrue();
      a.crash();
      assertThatThrownBy(() -> b.again(3, new Bean()))
          .isInstanceOf(Error.class)
          .hasMessageContaining("could not be replicated");
    } finally {
      System.clearProperty("g2cl.max-state-bytes");
    }
  }

  @Test
  void shouldTellOnceForEachReasonThatSessionHasNoCopiesAndAnewAfterItHadThem() {
    Server a = server();
    Bean bean = new Bean();
    try (LogLines log = new LogLines(WithoutCopies.class)) {
      a.call(0, bean.with("one"), 1);
      bean.spoilt = true;
      a.call(1, bean, 2);
      a.call(2, bean, 3);
      assertThat(log.lines()).singleElement().asString().contains("not serializable");
      bean.spoilt = false;
      bean.failing = true;
      a.call(3, bean, 4);
      a.call(4, bean, 5);
      assertThat(log.lines()).hasSize(2).last().asString().contains("from the bean's own code");
      bean.failing = false;
      a.call(5, bean.with("two"), 6);
      a.call(6, bean.with("three"), 7);
      assertThat(log.lines()).hasSize(3).last().asString().contains("has copies again");
      bean.spoilt = true;
      a.call(7, bean, 8);
      assertThat(log.lines()).hasSize(4).last().asString().contains("not serializable");
    }
  }

  @Test
  void shouldTellOnceOfStateThatIsTooLargeWhateverItsSize() {
    System.setProperty("g2cl.max-state-bytes", "1000");
    try (LogLines log = new LogLines(WithoutCopies.class)) {
      Server a = server();
      Bean bean = new Bean();
      for (int number = 0; number < 5; number++) {
        a.call(number, bean.with("x".repeat(1_001 + number)), 1);
      }
      assertThat(log.lines()).singleElement().asString().contains("g2cl.max-state-bytes");
    } finally {
      System.clearProperty("g2cl.max-state-bytes");
    }
  }

  @Test
  void shouldTellOfReasonThatIsWordedOtherwiseAtEachCallSoManyTimes() {
    Server a = server();
    Bean bean = new Bean();
    bean.spoilt = true;
    try (LogLines log = new LogLines(WithoutCopies.class)) {
      for (int number = 0; number < WithoutCopies.MAX_REASONS + 5; number++) {
        bean.reason = "at " + number;
        a.call(number, bean, 1);
      }
      assertThat(log.lines()).hasSize(WithoutCopies.MAX_REASONS);
    }
  }

  @Test
  void shouldShowHowManySessionsGoOnWithoutCopies() throws Exception {
    Server a = server();
    Server b = server();
    GroupManagement bean = GroupManagement.register(a.group);
    try {
      ObjectName name =
          new ObjectName("org.g2cl:type=Group,member=" + ObjectName.quote(a.group.self()));
      Callable<Object> figure =
          () ->
              ManagementFactory.getPlatformMBeanServer()
                  .getAttribute(name, "SessionsWithoutCopies");
      Bean first = new Bean();
      first.spoilt = true;
      Bean second = new Bean();
      second.spoilt = true;
      SessionId other = new SessionId(UUID.randomUUID(), 2);
      a.call(0, first, 1);
      a.call(0, other, second, 1, true);
      assertThat(figure.call()).isEqualTo(2);
      first.spoilt = false;
      a.call(1, first.with("two"), 2);
      assertThat(figure.call()).isEqualTo(1);
      assertThatThrownBy(() -> b.manager.restoreBeanChanges(other, new Bean()))
          .isInstanceOf(Error.class);
      assertThat(b.group.sessionsWithoutCopies()).as("lost, it does not go on there").isZero();
    } finally {
      GroupManagement.unregister(bean);
    }
  }

  @Test
  void shouldForgetWhatWasToldOfSessionsThatAreGone() {
    Server a = server();
    Bean bean = new Bean();
    bean.spoilt = true;
    a.call(0, bean, 1);
    a.manager.sweep();
    assertThat(a.manager.sessionsTold()).as("it is still here").isEqualTo(1);
    a.call(1, null, 2);
    a.manager.sweep();
    assertThat(a.manager.sessionsTold()).isZero();
  }

  @Test
  void shouldLetNoOlderStateOfInnerBeanComeToLifeWhenItsOuterCannotBeReplicated() throws Exception {
    Server a = server();
    Server b = server();
    SessionId inner = new SessionId(UUID.randomUUID(), 7);
    Bean outerBean = new Bean();
    for (int number = 0; number < 2; number++) {
      RequestId request = new RequestId(session, number);
      a.manager.addModifiedBean(request, inner, new Bean().with("inner " + number));
      a.manager.addModifiedBean(request, session, outerBean.with("outer " + number));
      a.manager.addResponse(request, number);
      a.manager.replicate(request);
      a.manager.replicateCommit(request, true);
      outerBean.spoilt = true;
    }
    a.crash();
    assertThatThrownBy(() -> b.manager.restoreBeanChanges(inner, new Bean()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("could not be replicated");
  }

  @Test
  void shouldGoOnWithInstanceWhoseCopiesHaveExpired() {
    Server a = new Server(Duration.ofSeconds(1));
    Server b = new Server(Duration.ofSeconds(1));
    Bean bean = new Bean();
    assertThat(a.call(0, bean.with("one"), 1)).isTrue();
    await().atMost(PATIENCE).until(() -> a.group.propagation().status().owned() == 0);
    assertThat(a.call(1, bean.with("two"), 2)).as("the container still has the bean").isTrue();
    a.crash();
    Bean restored = new Bean();
    assertThat(b.again(1, restored)).isEqualTo(2);
    assertThat(restored.state).isEqualTo("two");
  }

  @Test
  void shouldKeepSessionsOfBeforeWhenTimeoutIsSetLower() {
    Server a = server();
    Bean bean = new Bean();
    assertThat(a.call(0, bean.with("one"), 1)).isTrue();
    a.manager.setinfoTimeout(1);
    await()
        .pollDelay(Duration.ofSeconds(3)) // longer than twice the new time
        .until(
            () -> {
              a.manager.sweep();
              return true;
            });
    assertThat(a.call(1, bean.with("two"), 2)).isTrue();
  }

  @Test
  void shouldNotCollectCallsOfWhichTheContainerTellsNoEnd() throws Exception {
    Server a = server();
    for (int number = 0; number < 100; number++) {
      RequestId request = new RequestId(session, number);
      a.manager.addModifiedBean(request, session, new Bean());
      a.manager.addResponse(request, number); // without a transaction that is all
    }
    assertThat(a.manager.openRequests()).isEqualTo(1);
  }

  @Test
  void shouldNameTheSettingWhenSessionsWereToExpireAtOnce() {
    assertThatThrownBy(() -> new G2clReplicationManager(-1, null, null, "G1", 0))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("jonas.service.ha.gc.period is -1");
  }

  @Test
  void shouldShowFiguresAndTakeSettings() {
    Server a = server();
    assertThat(a.manager.getavgSizeofReplicatedMessages()).as("before the first").isZero();
    a.call(0, new Bean().with("four"), null);
    assertThat(a.manager.getnumberofReplicatedMessages()).isEqualTo(1);
    assertThat(a.manager.gettotSizeofReplicatedMessages()).isEqualTo(5.0);
    a.call(1, new Bean().with("five5"), null);
    assertThat(a.manager.getavgSizeofReplicatedMessages()).isEqualTo(5.5);
    a.manager.setinfoTimeout(77);
    assertThat(a.manager.getinfoTimeout()).isEqualTo(77);
    assertThatThrownBy(() -> a.manager.setinfoTimeout(0)).hasMessageContaining("in seconds");
    assertThatThrownBy(() -> a.manager.setinfoTimeout(365 * 86_400 + 1))
        .hasMessage(
            "infoTimeout is 31536001; it is in seconds and must be at least 1 and at most 31536000, 365 days");
    a.manager.setinfoTimeout(365 * 86_400);
    a.manager.setdatasourceName("jdbc_1");
    assertThat(a.manager.getdatasourceName()).isEqualTo("jdbc_1");
    assertThat(
            new G2clReplicationManager(Duration.ofMinutes(1), a.group, null, "jgroups-ha.xml")
                .getjgroupsConfFileName())
        .isEqualTo("jgroups-ha.xml");
  }
}
