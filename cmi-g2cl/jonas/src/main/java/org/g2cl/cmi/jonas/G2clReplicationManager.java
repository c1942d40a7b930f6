package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.NotCompliantMBeanException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.transaction.Status;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import org.ow2.cmi.admin.CMIMBeanConfigException;
import org.ow2.cmi.admin.MBeanUtils;
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
  private static final String MBEAN = "HA";
  private static final int DEFAULT_TIMEOUT_SECONDS = 600;
  private static final Duration SWEEP_PERIOD = Duration.ofSeconds(20);
  private static final Duration LONGEST_REQUEST = Duration.ofHours(1);

  /** Numbers of requests that no client counts up to. */
  private static final AtomicInteger INNER_NUMBERS = new AtomicInteger(1 << 30);

  private final JonasGroup group;
  private final ServerTransactions transactions = new ServerTransactions();
  private final TransactionTable table;
  private final Replicator replicator;
  private final Restorer restorer;
  private final KnownBeans known = new KnownBeans();

  private final Traffic traffic = new Traffic();

  private final OpenRequests requests = new OpenRequests();

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(G2clReplicationManager::thread);
  private final String stackFile;
  private final AtomicBoolean cleared = new AtomicBoolean();
  private volatile Duration timeout;
  private volatile ObjectName objectName;

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
      registerManagement();
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
    try {
      known.live().timeout(timeout);
      table = new TransactionTable(group, dataSource, transactions, timer);
      Codecs codecs = Codecs.of(new ValueCodec(ClassAllowList.fromSystem()));
      Callers callers = new Callers();
      restorer = new Restorer(group, table, known, codecs, callers);
      Entrance entrance = new Entrance(group, known);
      replicator =
          new Replicator(group, table, transactions, known, entrance, traffic, codecs, callers);
      group.countWithoutCopies(known.live()::withoutCopies);
      startTimer();
    } catch (RuntimeException | Error e) {
      leave(); // or this server would stay in the group
      throw e;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // failures are logged by the tasks themselves
  private void startTimer() {
    timer.scheduleWithFixedDelay(
        this::sweepOrWarn, SWEEP_PERIOD.toSeconds(), SWEEP_PERIOD.toSeconds(), TimeUnit.SECONDS);
    timer.scheduleWithFixedDelay(table::tryToOpen, 1, 2, TimeUnit.SECONDS);
  }

  /** Names the transaction manager; where none is named it is looked for. */
  public void setTransactionManager(TransactionManager manager) {
    transactions.use(manager);
  }

  // ---------------------------------------------------------------- what the container says

  @Override
  public void addModifiedBean(RequestId request, SessionId session, StatefulBeanReference bean) {
    Transaction transaction = transactions.current();
    if (transaction == null && !known.refused().has(bean) && !known.spent().isTold(request)) {
      known.unreplicated().add(bean);
    }
    requests.open(request).bean(session, bean, transaction);
    if (!session.equals(request.getObjectId())) {
      known.inner().add(bean);
    } else if (bean == null) {
      countAttempt(request); // the container asks nothing before it removes a bean
    }
  }

  /** Counts what is executed and was not counted when a bean was restored for it. */
  private void countAttempt(RequestId request) {
    try {
      restorer.countAttempt(request);
    } catch (Error e) {
      transactions.rollBack(); // the container ends it now
      throw e;
    }
  }

  @Override
  public void addEntityBean(RequestId request, EntityBeanReference bean) {
    // rows are covered by the marker, whoever writes them
  }

  @Override
  public void addResponse(RequestId request, Object response) {
    OpenRequest open = requests.open(request);
    open.response(response);
    transactions.whenEnded(
        status -> {
          if (status != Status.STATUS_COMMITTED) {
            rolledBack(open);
          }
        });
    boolean hasState = open.beans().containsKey(request.getObjectId());
    if (!hasState && restorer.useRestored(request) >= 0) {
      countAttempt(request);
    }
  }

  /**
   * The container has rolled the transaction of this thread's request back: for a system exception,
   * without a further word; or because it was marked for that, then {@link #replicateCommit} comes
   * next. That a commit failed is told there, too.
   */
  private void rolledBack(OpenRequest open) {
    RequestId request = open.request();
    boolean isOfTheClient = requests.opened(request) != open || !RequestChain.isExecuting(request);
    if (isOfTheClient || open.isReplicated()) {
      return;
    }
    RequestChain.keep(request);
    if (open.beans().containsKey(request.getObjectId())) {
      open.failed();
      open.restoredFor(restorer.useRestored(request));
      restorer.end();
      Interruption.aside(() -> replicator.fail(request, open, timeout));
    }
  }

  @Override
  public void replicate(RequestId request) throws ReplicationException {
    OpenRequest open = requests.opened(request);
    if (open != null) {
      Interruption.aside(() -> replicate(request, open));
    }
  }

  private void replicate(RequestId request, OpenRequest open) throws ReplicationException {
    if (open.isAtItsEnd()) {
      requests.adoptInner(request, open);
      open.replicated();
      open.restoredFor(restorer.useRestored(request));
      replicator.replicate(request, open, timeout);
    } else {
      OpenRequest inner = open.split(transactions.current(), INNER_NUMBERS.getAndIncrement());
      if (inner != null) {
        replicator.replicate(inner.request(), inner, timeout);
      }
    }
  }

  @Override
  public void replicateCommit(RequestId request, boolean committed) {
    Interruption.aside(() -> end(request, committed));
    if (Interruption.isThere()
        && requests.opened(request) == null
        && !RequestChain.isOwn(request)) {
      Interruption.forget(); // else the bean of the connection's next request would have it
    }
  }

  private void end(RequestId request, boolean committed) {
    OpenRequest open = requests.opened(request);
    OpenRequest inner = open == null ? null : open.takeInner();
    if (inner != null) {
      replicator.end(inner.request(), inner, committed);
    } else if (open != null && open.isAtItsEnd()) {
      restorer.end();
      requests.ended();
      if (open.isReplicated()) {
        replicator.end(request, open, committed);
        if (committed) {
          restorer.answered(request);
        }
      } else {
        answered(request, open);
      }
    }
  }

  /** The transaction was marked for rollback, and the client gets an answer. */
  private void answered(RequestId request, OpenRequest open) {
    RequestChain.letGo(request);
    restorer.answered(request);
    if (open.hasFailed()) {
      replicator.goOn(request, open, timeout);
    }
    open.close();
  }

  // ---------------------------------------------------------------- fail-over

  @Override
  public boolean hasBackupResponse(RequestId request) {
    requests.giveUp();
    return Interruption.asideOf(() -> restorer.hasResponse(request));
  }

  @Override
  public Object getBackupResponse(RequestId request) {
    return restorer.takeResponse(request);
  }

  @Override
  public void restoreBeanChanges(SessionId session, StatefulBeanReference bean) {
    if (!requests.haveCalled(RequestChain.root(), session, bean)) {
      Interruption.aside(() -> restorer.restore(session, bean));
    }
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
    if (objectName != null) {
      try {
        MBeanUtils.unRegisterXtraMBean(objectName, MBEAN);
      } catch (CMIMBeanConfigException e) {
        LOG.warn("{}: the MBean of the replication stays: {}", group.self(), e.getMessage());
      }
    }
    leave();
  }

  private void leave() {
    timer.shutdownNow();
    group.countWithoutCopies(() -> 0); // the view manager may keep the group
    JonasGroup.release(group);
  }

  /** Sessions of which it is kept that they were told of as without copies. */
  int sessionsTold() {
    return replicator.withoutCopies().kept();
  }

  /** Requests whose end the container has not told of. */
  int openRequests() {
    return requests.size();
  }

  /** A task of a timer that throws is not run again. */
  private void sweepOrWarn() {
    try {
      sweep();
    } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
      LOG.warn("{}: sweeping what is idle failed; it is tried again", group.self(), e);
    }
  }

  void sweep() {
    known.live().forgetIdle();
    replicator.withoutCopies().sweep();
    requests.sweep(LONGEST_REQUEST);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "g2cl-jonas-replication");
    thread.setDaemon(true);
    return thread;
  }

  // ---------------------------------------------------------------- management

  private void registerManagement() {
    try {
      objectName =
          MBeanUtils.registerXtraMBean(
              MBEAN, new StandardMBean(this, ReplicationManagerImplMBean.class));
    } catch (CMIMBeanConfigException | NotCompliantMBeanException e) {
      LOG.warn(
          "{}: no MBean of the replication: {}; set adminEnabled=\"true\" in the element config",
          group.self(),
          e.getMessage());
    }
  }

  private static void tellViewManager(boolean started) {
    ClusterViewManager manager = ClusterViewManagerFactory.getFactory().getClusterViewManager();
    if (manager instanceof ServerClusterViewManager server) {
      server.setReplicationManagerStarted(started);
    }
  }

  @Override
  public String getName() {
    return MBEAN;
  }

  @Override
  public String getobjectName() {
    return String.valueOf(objectName);
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
    if (seconds < 1) {
      throw new IllegalArgumentException(
          "infoTimeout is %d; it is in seconds and must be at least 1".formatted(seconds));
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
