package org.g2cl.cmi.jonas;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.ejb.EntityContext;
import javax.naming.Context;
import javax.transaction.TransactionManager;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.ReplicationManager;
import org.ow2.cmi.ha.RequestId;
import org.ow2.jonas.cmi.CmiService;
import org.ow2.jonas.ha.HaService;
import org.ow2.jonas.service.ServiceException;
import org.ow2.jonas.tm.TransactionService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JOnAS's service {@code ha}, by which the EJB 2.1 container reaches the replication manager.
 *
 * <p>The setters are the properties {@code jonas.service.ha.*} of {@code jonas.properties}; set
 * before {@link #start}. The container calls it from the threads of its requests, and asks {@link
 * #isStarted} each time: what it is told no is committed without a copy. So a manager that has
 * stopped goes on to be asked, and refuses. A subclass adds nothing but its class loader, in which
 * the container is looked for, too.
 */
public class G2clHaService implements HaService {
  private static final Logger LOG = LoggerFactory.getLogger(G2clHaService.class);

  private static final String CONTAINER = "org.ow2.jonas.lib.ejb21.ha.JRepUtil";

  private final Consumer<ReplicationManager> container;

  /** The one of now, or after {@link #stop} the one that was stopped; null before the first. */
  private volatile G2clReplicationManager manager;

  /** Those before it of which requests have not ended. */
  private final List<G2clReplicationManager> formers = new CopyOnWriteArrayList<>();

  private volatile boolean started;
  private TransactionManager transactionManager;
  private String name = "ha";
  private String jgroupsConf;
  private String jgroupsGroupname = "jonas-rep";
  private String datasource;
  private int gcPeriod;
  private long reconnectionTimeout;

  /** Creates the service; its manager is given to JOnAS's container classes when it starts. */
  public G2clHaService() {
    container = this::giveToContainer;
  }

  G2clHaService(Consumer<ReplicationManager> container) {
    this.container = container;
  }

  /** By reflection: the class is in the EJB container's bundle, checked with JOnAS 5.2.3. */
  private void giveToContainer(ReplicationManager manager) {
    Throwable missing = null;
    for (ClassLoader loader :
        Arrays.asList(
            Thread.currentThread().getContextClassLoader(),
            getClass().getClassLoader(),
            G2clHaService.class.getClassLoader())) {
      try {
        Class.forName(CONTAINER, true, loader)
            .getMethod("setRepMgr", ReplicationManager.class)
            .invoke(null, manager);
        return;
      } catch (ReflectiveOperationException | LinkageError e) {
        missing = e;
      }
    }
    LOG.warn("the EJB 2.1 container's classes are not seen: beans are not replicated", missing);
  }

  /** Sets {@code jonas.service.ha.jgroups.conf}. */
  public final void setJgroupsConf(String file) {
    jgroupsConf = file;
  }

  /** Sets {@code jonas.service.ha.jgroups.groupname}. */
  public final void setJgroupsGroupname(String group) {
    jgroupsGroupname = group;
  }

  /** Sets {@code jonas.service.ha.gc.period}, in seconds. */
  public final void setGcPeriod(int seconds) {
    gcPeriod = seconds;
  }

  /** Sets {@code jonas.service.ha.datasource}. */
  public final void setDatasource(String jndiName) {
    datasource = jndiName;
  }

  /** Sets {@code jonas.service.ha.reconnection.timeout}, in milliseconds. */
  public final void setReconnectionTimeout(long millis) {
    reconnectionTimeout = millis;
  }

  /**
   * Sets the transaction manager, used from the next call on; where none is set it is looked for.
   */
  public final synchronized void setTransactionManager(TransactionManager given) {
    transactionManager = given;
    if (manager != null) {
      manager.setTransactionManager(given);
    }
  }

  /** Sets the server's transaction service, whose manager is used; called by iPOJO. */
  public final void setTransactionService(TransactionService service) {
    setTransactionManager(service.getTransactionManager());
  }

  /**
   * Asks nothing of it: that CMI is there is what the service waits for under iPOJO, which calls
   * this. Who joins the group first says by which settings, and that is to be CMI's view manager.
   */
  public final void setCmiService(CmiService service) {
    LOG.debug("{}: CMI is there: {}", name, service);
  }

  @Override
  @SuppressWarnings("deprecation") // of the interface
  public final void init(Context context) {
    // the settings come by the setters
  }

  /**
   * Starts the replication.
   *
   * @throws ServiceException when the group cannot be joined
   */
  @Override
  public final synchronized void start() throws ServiceException {
    if (started) {
      return;
    }
    try {
      G2clReplicationManager next =
          new G2clReplicationManager(
              gcPeriod, datasource, jgroupsConf, jgroupsGroupname, reconnectionTimeout);
      succeed(next); // before the container tells it of requests
      give(next);
      started = true;
    } catch (RuntimeException | Error e) {
      throw new ServiceException(
          "service ha cannot start: " + JonasConfigurationException.reason(e), e);
    }
  }

  private void give(G2clReplicationManager next) {
    try {
      if (transactionManager != null) {
        next.setTransactionManager(transactionManager);
      }
      container.accept(next);
    } catch (RuntimeException | Error e) {
      next.clear(); // or this server would stay in the group
      throw e;
    }
  }

  private void succeed(G2clReplicationManager next) {
    formers.removeIf(former -> former.openRequests() == 0);
    if (manager != null) {
      formers.add(manager);
    }
    manager = next;
  }

  /** Stops the replication; requests that have not ended by then are refused. */
  @Override
  public final synchronized void stop() {
    if (!started) {
      return;
    }
    try {
      manager.clear();
    } finally {
      started = false;
    }
  }

  /**
   * Tells whether the service is started; true too, after it was, for a thread that executes a
   * client's request, which the container would commit without asking else.
   */
  @Override
  public final boolean isStarted() {
    return started || (manager != null && RequestChain.root() != null);
  }

  @Override
  public final void setName(String given) {
    name = given;
  }

  @Override
  public final String getName() {
    return name;
  }

  @Override
  public final void replicate() {
    RequestId root = RequestChain.root();
    G2clReplicationManager running = manager;
    if (root == null || running == null) {
      return;
    }
    try {
      List<G2clReplicationManager> begunBefore = formers(root);
      if (begunBefore.isEmpty()) {
        running.replicate(root);
      } else { // each knows a part of it
        running.refuse(root);
        for (G2clReplicationManager former : begunBefore) {
          former.refuse(root);
        }
      }
    } catch (ReplicationException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Those that were told of a request before the manager of now was there. */
  private List<G2clReplicationManager> formers(RequestId root) {
    return formers.stream().filter(former -> former.hasBegun(root)).toList();
  }

  @Override
  public final void replicateCommit(boolean committed) {
    RequestId root = RequestChain.root();
    G2clReplicationManager running = manager;
    if (root != null && running != null) {
      formers(root).forEach(former -> former.replicateCommit(root, committed));
      running.replicateCommit(root, committed);
    }
  }

  @Override
  public final void addEntityBean(EntityContext context) {
    // rows are covered by the marker, whoever writes them
  }
}
