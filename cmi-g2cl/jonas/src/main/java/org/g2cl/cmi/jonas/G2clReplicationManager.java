package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.TransactionManager;
import org.g2cl.cmi.core.DaemonTimer;
import org.ow2.cmi.controller.common.ClusterViewManager;
import org.ow2.cmi.controller.factory.ClusterViewManagerFactory;
import org.ow2.cmi.controller.server.ServerClusterViewManager;
import org.ow2.cmi.ha.EntityBeanReference;
import org.ow2.cmi.ha.HaMessageData;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.ReplicationManager;
import org.ow2.cmi.ha.ReplicationManagerImplMBean;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replication manager of {@code cmi-ha} on our state propagation.
 *
 * <p>The container says what a request modified and answered, then {@link #replicate} before the
 * commit and {@link #replicateCommit} after it. When it says so before there is an answer, a bean
 * that the client's bean called has a transaction of its own: that is committed by itself, and
 * nothing is said of the request of the client. A request that must not take effect, because
 * another server goes on with the session, has its transaction marked for rollback in {@link
 * #replicate}; the client then sends it again. Thread-safe; each request is one thread's.
 */
public final class G2clReplicationManager
    implements ReplicationManager, ReplicationManagerImplMBean {
  private static final Logger LOG = LoggerFactory.getLogger(G2clReplicationManager.class);
  private static final int DEFAULT_TIMEOUT_SECONDS = 600;
  private static final Duration LONGEST_TIMEOUT = Duration.ofDays(365);
  private static final Duration SWEEP_PERIOD = Duration.ofSeconds(20);
  private static final Duration OPEN_PERIOD = Duration.ofSeconds(2);

  private final JonasGroup group;
  private final ServerTransactions transactions = new ServerTransactions();
  private final TransactionTable table;
  private final Callers callers = new Callers();
  private final KnownBeans known = new KnownBeans(callers);
  private final Restorer restorer;
  private final ContainerRequests requests;
  private final WithoutCopies withoutCopies;
  private final Traffic traffic = new Traffic();
  private final ReplicationBean management;

  private final ScheduledExecutorService timer = DaemonTimer.named("g2cl-jonas-replication");
  private final String stackFile;
  private final AtomicBoolean cleared = new AtomicBoolean();
  private volatile Duration timeout;

  /**
   * Starts the replication, in the group of the view manager where that is ours, or else in one of
   * its own; the arguments are those of stock's {@code ReplicationManagerImpl}.
   *
   * @param timeoutSeconds time without a call after which a session is dropped; 0 for 600
   * @param dataSource JNDI name of the data source with the transaction table; null for none
   * @param stackFile JGroups 2.x stack file that address and members are taken from, when the view
   *     manager is not ours; null for none
   * @param groupName name of the group, when the view manager is not ours
   * @param reconnectionMillis longest time to join
   * @throws JonasConfigurationException when the group cannot be joined, or a setting is wrong
   */
  public G2clReplicationManager(
      int timeoutSeconds,
      String dataSource,
      String stackFile,
      String groupName,
      long reconnectionMillis) {
    this(
        sessionTimeout(timeoutSeconds),
        JonasGroup.acquire(
            JonasGroup.User.REPLICATION,
            () -> GroupSettings.of(groupName, stackFile, reconnectionMillis)),
        dataSource,
        stackFile);
    try {
      management.register(this);
      tellViewManager(true);
    } catch (RuntimeException | Error e) {
      leave(); // or this server would stay in the group
      throw e;
    }
  }

  private static Duration sessionTimeout(int seconds) {
    if (seconds < 0) {
      throw new JonasConfigurationException(
          "jonas.service.ha.gc.period is %d; it is in seconds and must be at least 1, or 0 for %d"
              .formatted(seconds, DEFAULT_TIMEOUT_SECONDS));
    }
    return Duration.ofSeconds(seconds == 0 ? DEFAULT_TIMEOUT_SECONDS : seconds);
  }

  /** Takes a membership over, which it releases when it cannot start. */
  G2clReplicationManager(Duration timeout, JonasGroup group, String dataSource, String stackFile) {
    this.group = group;
    this.timeout = timeout;
    this.stackFile = stackFile;
    this.management = new ReplicationBean(group.self());
    this.withoutCopies = new WithoutCopies(group.self(), known.live());
    try {
      known.live().timeout(timeout);
      table = new TransactionTable(group, dataSource, transactions, timer);
      Codecs codecs = Codecs.of(new ValueCodec(ClassAllowList.fromSystem()));
      restorer = new Restorer(group, table, known, codecs, callers);
      requests = requests(codecs);
      group.countWithoutCopies(known.live()::withoutCopies);
      startTimer();
    } catch (RuntimeException | Error e) {
      leave(); // or this server would stay in the group
      throw e;
    }
  }

  private ContainerRequests requests(Codecs codecs) {
    String self = group.self();
    Entrance entrance = new Entrance(group, known);
    Contents contents = new Contents(group, codecs, callers, withoutCopies);
    Replicator replicator =
        new Replicator(self, table, transactions, known.live(), entrance, traffic, contents);
    CommitEnd commits = new CommitEnd(group, known, entrance, withoutCopies);
    return new ContainerRequests(
        transactions,
        known,
        restorer,
        replicator,
        commits,
        new RolledBackRequests(self, known, entrance, commits),
        new CutAnswers(
            () -> group.forms().everyMemberReads(MemberForms.ANSWERED_IDS), new Refusals(self)),
        () -> timeout);
  }

  private void startTimer() {
    DaemonTimer.repeat(timer, SWEEP_PERIOD, this::sweep);
    DaemonTimer.repeat(timer, OPEN_PERIOD, table::tryToOpen);
  }

  /** Names the transaction manager; where none is named it is looked for. */
  public void setTransactionManager(TransactionManager manager) {
    transactions.use(manager);
  }

  // ---------------------------------------------------------------- what the container says

  @Override
  public void addModifiedBean(RequestId request, SessionId session, StatefulBeanReference bean) {
    requests.called(request, session, bean);
  }

  @Override
  public void addEntityBean(RequestId request, EntityBeanReference bean) {
    // rows are covered by the marker, whoever writes them
  }

  @Override
  public void addResponse(RequestId request, Object response) {
    requests.answer(request, response);
  }

  @Override
  public void replicate(RequestId request) throws ReplicationException {
    requests.replicate(request);
  }

  /** Tells whether this thread's request has begun, and not ended, by what was told here. */
  boolean hasBegun(RequestId request) {
    return requests.isOpen(request);
  }

  /**
   * Has a request rolled back of which this manager was told a part, and another one the rest.
   *
   * @throws ReplicationException when its transaction cannot be marked
   */
  void refuse(RequestId request) throws ReplicationException {
    requests.refuse(request);
  }

  @Override
  public void replicateCommit(RequestId request, boolean committed) {
    requests.end(request, committed);
  }

  // ---------------------------------------------------------------- fail-over

  @Override
  public boolean hasBackupResponse(RequestId request) {
    return requests.hasResponse(request);
  }

  @Override
  public Object getBackupResponse(RequestId request) {
    return requests.response(request);
  }

  @Override
  public void restoreBeanChanges(SessionId session, StatefulBeanReference bean) {
    requests.restore(session, bean);
  }

  /** Does nothing: messages of stock CMI do not come in a group of ours. */
  @Override
  public void processMessage(HaMessageData data) {
    LOG.warn("{}: a message of stock CMI is ignored: {}", group.self(), data);
  }

  /** Stops the replication: hands the sessions over and leaves the group; twice is harmless. */
  @Override
  public void clear() {
    if (!cleared.compareAndSet(false, true)) {
      return;
    }
    tellViewManager(false);
    management.unregister();
    leave();
  }

  boolean isCleared() {
    return cleared.get();
  }

  private void leave() {
    timer.shutdownNow();
    group.countWithoutCopies(() -> 0); // the view manager may keep the group
    JonasGroup.release(group);
  }

  /** Sessions of which it is kept that they were told of as without copies. */
  int sessionsTold() {
    return withoutCopies.kept();
  }

  /** Requests whose end the container has not told of. */
  int openRequests() {
    return requests.open();
  }

  void sweep() {
    known.live().forgetIdle();
    withoutCopies.sweep();
    requests.sweep();
  }

  // ---------------------------------------------------------------- management

  private static void tellViewManager(boolean started) {
    ClusterViewManager manager = ClusterViewManagerFactory.getFactory().getClusterViewManager();
    if (manager instanceof ServerClusterViewManager server) {
      server.setReplicationManagerStarted(started);
    }
  }

  @Override
  public String getName() {
    return ReplicationBean.NAME;
  }

  @Override
  public String getobjectName() {
    return management.objectName();
  }

  @Override
  public long getnumberofReplicatedMessages() {
    return traffic.messages();
  }

  @Override
  public double getavgSizeofReplicatedMessages() {
    return traffic.averageBytes();
  }

  @Override
  public double gettotSizeofReplicatedMessages() {
    return traffic.bytes();
  }

  @Override
  public String getjgroupsConfFileName() {
    return stackFile;
  }

  /** Time without a call after which a session is dropped, in seconds. */
  @Override
  public long getinfoTimeout() {
    return timeout.toSeconds();
  }

  /** Sets that time, in seconds, for sessions created from now on. */
  @Override
  public void setinfoTimeout(long seconds) {
    if (seconds < 1 || seconds > LONGEST_TIMEOUT.toSeconds()) {
      throw new IllegalArgumentException(
          "infoTimeout is %d; it is in seconds and must be at least 1 and at most %d, 365 days"
              .formatted(seconds, LONGEST_TIMEOUT.toSeconds()));
    }
    timeout = Duration.ofSeconds(seconds);
    known.live().timeout(timeout);
  }

  @Override
  public String getdatasourceName() {
    return table.name();
  }

  /** Names the data source of the table of markers, in this server's own JNDI. */
  @Override
  public void setdatasourceName(String name) {
    if (name != null && JndiName.isElsewhere(name)) {
      throw new IllegalArgumentException(
          "datasourceName is '%s'; it must be a name that this server's own JNDI knows, and no URL"
              .formatted(name));
    }
    table.name(name);
  }
}
