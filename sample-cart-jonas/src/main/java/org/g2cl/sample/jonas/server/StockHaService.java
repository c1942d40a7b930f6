package org.g2cl.sample.jonas.server;

import java.util.Stack;
import javax.ejb.EntityContext;
import javax.naming.Context;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.ReplicationManager;
import org.ow2.cmi.ha.ReplicationManagerImpl;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.interceptor.HACurrent;
import org.ow2.jonas.ha.HaService;
import org.ow2.jonas.lib.ejb21.ha.JRepUtil;
import org.ow2.jonas.service.ServiceException;

/**
 * Service {@code ha} on stock CMI. JOnAS's own is not on Maven Central; these methods are what it
 * must do by the interfaces on both sides.
 */
final class StockHaService implements HaService {
  private static final int TIMEOUT_SECONDS = 600;
  private static final long RECONNECTION_MILLIS = 30_000;

  private final String dataSource;
  private final String stackFile;
  private ReplicationManager manager;
  private String name = "ha";

  StockHaService(String dataSource, String stackFile) {
    this.dataSource = dataSource;
    this.stackFile = stackFile;
  }

  @Override
  @SuppressWarnings("deprecation") // of the interface
  public void init(Context context) {
    // nothing to do
  }

  @Override
  public void start() throws ServiceException {
    try {
      manager =
          new ReplicationManagerImpl(
              TIMEOUT_SECONDS, dataSource, stackFile, "sample-rep", RECONNECTION_MILLIS);
      JRepUtil.setRepMgr(manager);
    } catch (Exception e) {
      throw new ServiceException("stock replication cannot start", e);
    }
  }

  @Override
  public void stop() {
    manager.clear();
  }

  private static RequestId root() {
    Stack<RequestId> requests = HACurrent.getHACurrent().getRequests();
    return requests == null || requests.isEmpty() ? null : requests.get(0);
  }

  @Override
  public void replicate() {
    RequestId root = root();
    if (root != null) {
      try {
        manager.replicate(root);
      } catch (ReplicationException e) {
        System.out.println("not replicated: " + e); // as far as it is known, JOnAS goes on
      }
    }
  }

  @Override
  public void replicateCommit(boolean committed) {
    RequestId root = root();
    if (root != null) {
      try {
        manager.replicateCommit(root, committed);
      } catch (ReplicationException e) {
        System.out.println("not replicated: " + e); // as far as it is known, JOnAS goes on
      }
    }
  }

  @Override
  public void addEntityBean(EntityContext context) {
    // the sample has no entity beans
  }

  @Override
  public boolean isStarted() {
    return manager != null;
  }

  @Override
  public void setName(String given) {
    name = given;
  }

  @Override
  public String getName() {
    return name;
  }
}
