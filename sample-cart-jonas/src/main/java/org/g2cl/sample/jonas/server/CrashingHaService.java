package org.g2cl.sample.jonas.server;

import javax.ejb.EntityContext;
import javax.naming.Context;
import org.ow2.jonas.ha.HaService;
import org.ow2.jonas.service.ServiceException;

/** Service {@code ha} with crash points around another one. */
final class CrashingHaService implements HaService {
  private final HaService inner;

  CrashingHaService(HaService inner) {
    this.inner = inner;
  }

  @Override
  public void replicate() {
    CrashPoint.replying(false);
    inner.replicate();
    CrashPoint.AFTER_REPLICATION.reached();
  }

  @Override
  public void replicateCommit(boolean committed) {
    inner.replicateCommit(committed);
    CrashPoint.BEFORE_REPLY.reached();
    CrashPoint.replying(true);
  }

  @Override
  public void addEntityBean(EntityContext context) {
    inner.addEntityBean(context);
  }

  @Override
  @SuppressWarnings("deprecation") // of the interface
  public void init(Context context) throws ServiceException {
    inner.init(context);
  }

  @Override
  public void start() throws ServiceException {
    inner.start();
  }

  @Override
  public void stop() throws ServiceException {
    inner.stop();
  }

  @Override
  public boolean isStarted() {
    return inner.isStarted();
  }

  @Override
  public void setName(String name) {
    inner.setName(name);
  }

  @Override
  public String getName() {
    return inner.getName();
  }
}
