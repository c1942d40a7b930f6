package org.g2cl.cmi.jonas;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.ow2.cmi.controller.server.AbsServerClusterViewManager;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.ow2.cmi.controller.server.ServerClusterViewManagerException;
import org.ow2.cmi.controller.server.filter.IFilter;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ObjectNotFoundException;
import org.ow2.cmi.reference.ServerId;
import org.ow2.cmi.reference.ServerNotFoundException;
import org.ow2.cmi.reference.ServerRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * View manager of a CMI server on the distributed registry, to be named by {@code
 * cmi.server.impl.class}; configured by {@link Config}.
 *
 * <p>References go with the server that added them, and come back after a merge. What belongs to
 * the cluster stays when the server that wrote it is gone. Reads are local; a write has been
 * applied by all live servers when it returns, and fails after 10 seconds with an {@link
 * IllegalStateException}. Thread-safe.
 */
public final class G2clClusterViewManager extends AbsServerClusterViewManager {
  private static final Logger LOG = LoggerFactory.getLogger(G2clClusterViewManager.class);

  private final Function<JonasGroup, ClusterTree> trees;
  private volatile JonasGroup group;
  private volatile ClusterTree tree;

  /** Creates one, not started; called by CMI. */
  public G2clClusterViewManager() {
    this(ClusterTree::new);
  }

  G2clClusterViewManager(Function<JonasGroup, ClusterTree> trees) {
    this.trees = trees;
  }

  @Override
  public void doStart() throws ServerClusterViewManagerException {
    if (!(getConfig() instanceof Config)) {
      throw new ServerClusterViewManagerException(
          "the element config of %s/%s is of %s; with this view manager it must be in the namespace http://%s"
              .formatted(
                  System.getProperty("cmi.conf.dir"),
                  System.getProperty("cmi.conf.filename"),
                  getConfig() == null ? "no namespace" : getConfig().getClass().getName(),
                  Config.class.getPackage().getName()));
    }
    try {
      group =
          JonasGroup.acquire(
              JonasGroup.User.VIEW_MANAGER, () -> GroupSettings.of((Config) getConfig()));
      tree = trees.apply(group);
      tree.follow(new Changes());
    } catch (RuntimeException | Error e) {
      String reason = JonasConfigurationException.reason(e);
      LOG.error("CMI's view manager cannot start: {}", reason);
      leave();
      throw new ServerClusterViewManagerException(reason, e);
    }
    setImplementationAvailable(true);
    setRegistrationOpened(true);
    LOG.info(
        "{}: CMI runs on G2CL, group '{}', {} members",
        group.self(),
        group.settings().group(),
        group.members().size());
  }

  @Override
  public void doStop() {
    setRegistrationOpened(false);
    setImplementationAvailable(false);
    leave();
  }

  private void leave() {
    ClusterTree ended = tree;
    if (ended != null) {
      ended.close();
    }
    JonasGroup left = group;
    if (left != null) {
      group = null;
      JonasGroup.release(left);
    }
  }

  @Override
  protected void initServerConfig(String factory, ServerId server, javax.naming.Context context)
      throws ServerClusterViewManagerException {
    tree.announceServer(server);
    super.initServerConfig(factory, server, context);
  }

  // ---------------------------------------------------------------- objects

  @Override
  protected boolean containObject(String name) {
    return tree.object(name).isPresent();
  }

  @Override
  protected DistributedObjectInfo getDistributedObjectInfo(String name)
      throws ObjectNotFoundException {
    return tree.object(name)
        .orElseThrow(() -> new ObjectNotFoundException("Unknown object with name " + name));
  }

  @Override
  protected void addDistributedObjectInfo(String name, DistributedObjectInfo info) {
    tree.addObject(name, info);
  }

  @Override
  protected void setDistributedObjectInfo(String name, DistributedObjectInfo info) {
    tree.setObject(name, info);
  }

  @Override
  public Set<String> getObjectNames() {
    return tree.objectNames();
  }

  @Override
  public Set<String> getObjectNames(String cluster) {
    Set<String> names = new HashSet<>();
    for (String name : tree.objectNames()) {
      tree.object(name)
          .filter(info -> cluster.equals(info.getClusterName()))
          .ifPresent(info -> names.add(name));
    }
    return names;
  }

  @Override
  public Set<String> getClusterNames() {
    Set<String> names = new HashSet<>();
    for (String name : tree.objectNames()) {
      tree.object(name).ifPresent(info -> names.add(info.getClusterName()));
    }
    return names;
  }

  // ---------------------------------------------------------------- references

  @Override
  public void addCMIReference(CMIReference reference) {
    if (!(reference.getServerRef() instanceof ServerId)) {
      throw new IllegalArgumentException(
          "reference %s: its server must be a ServerId".formatted(reference));
    }
    tree.addReference(reference);
  }

  @Override
  protected boolean doRemoveCMIReference(CMIReference reference) {
    return tree.removeReference(reference);
  }

  @Override
  public List<CMIReference> getCMIReferences(String name) throws ObjectNotFoundException {
    List<CMIReference> references = tree.references(name);
    if (references.isEmpty() && !containObject(name)) {
      throw unknown(name, "any protocol");
    }
    return references; // none, as stock has it, when the last server of a known object has crashed
  }

  @Override
  public List<CMIReference> getCMIReferences(String name, String protocol)
      throws ObjectNotFoundException {
    List<CMIReference> references = tree.references(name, protocol);
    if (references.isEmpty()) {
      throw unknown(name, protocol);
    }
    return references;
  }

  private static ObjectNotFoundException unknown(String name, String protocol) {
    return new ObjectNotFoundException(
        "Unknown object %s or protocol %s".formatted(name, protocol));
  }

  // ---------------------------------------------------------------- servers

  @Override
  public int getLoadFactor(ServerRef server) throws ServerNotFoundException {
    return tree.loadFactor(server)
        .orElseThrow(() -> new ServerNotFoundException("Unknown server: " + server, server));
  }

  @Override
  public void setLoadFactor(ServerRef server, int factor) {
    tree.setLoadFactor(server, factor);
  }

  @Override
  public boolean isServerBlackListed(ServerRef server) {
    return tree.isBlackListed(server);
  }

  @Override
  public void addServerToBlackList(ServerRef server) {
    tree.setBlackListed(server, true);
  }

  @Override
  public void removeServerFromBlackList(ServerRef server) {
    tree.setBlackListed(server, false);
  }

  // ---------------------------------------------------------------- the rest

  @Override
  protected void initDelayToRefresh(int delay) {
    tree.initDelay(delay);
  }

  @Override
  public int getDelayToRefresh() {
    return tree.delay().orElseGet(() -> ((Config) getConfig()).getDelayToRefresh());
  }

  @Override
  public void setDelayToRefresh(int delay) {
    tree.setDelay(delay);
  }

  @Override
  public boolean isPoolToEmpty(String name) {
    return tree.isPoolToEmpty(name);
  }

  @Override
  public void addPoolToEmpty(String name) {
    tree.setPoolToEmpty(name, true);
  }

  @Override
  public void removePoolToEmpty(String name) {
    tree.setPoolToEmpty(name, false);
  }

  @Override
  protected void initStats() {
    // the count is that of the clients told of so far, and needs no start
  }

  @Override
  public int getNbClientsConnectedToProvider() {
    return tree.clients();
  }

  @Override
  public void registerClient(UUID client) {
    tree.addClient(client);
  }

  @Override
  public List<IFilter> getGlobalFilters() {
    return new ArrayList<>(tree.filters());
  }

  @Override
  public void addGlobalFilter(IFilter filter) {
    tree.addFilter(filter);
  }

  @Override
  public void removeGlobalFilter(IFilter filter) {
    tree.removeFilter(filter);
  }

  @Override
  public void broadCastArchive(Object id, byte[] archive) {
    tree.addArchive(id.toString(), archive);
  }

  @Override
  public boolean isAlreadyDistributed(Object id) {
    return tree.hasArchive(id.toString());
  }

  @Override
  public void removeDistributedArchive(Object id) {
    tree.removeArchive(id.toString());
  }

  @Override
  public long getDateOfConfiguration() {
    return -1;
  }

  /** What changes in the tree mean for policies, pools and archives of this server. */
  private final class Changes implements ClusterTree.Listener {
    @Override
    public void objectChanged(DistributedObjectInfo before, DistributedObjectInfo now) {
      if (!isWatched(now.getObjectName())) {
        return;
      }
      try {
        if (before == null || !before.getPolicyData().equals(now.getPolicyData())) {
          updatePolicy(now.getObjectName());
        }
      } catch (Exception e) {
        LOG.warn("{}: policy of object '{}' cannot be updated", self(), now.getObjectName(), e);
      }
      try {
        updatePool(before, now);
      } catch (Exception e) {
        LOG.warn("{}: pool of object '{}' cannot be updated", self(), now.getObjectName(), e);
      }
    }

    @Override
    public void archiveAdded(String id, byte[] data) {
      if (policyStrategyLoader == null) {
        return;
      }
      try {
        var archive = new org.ow2.cmi.lb.loader.ArchiveWrapper(data, id);
        archive.setToBeInstalled(!id.contains(getUUID().toString()));
        policyStrategyLoader.loadArchive(((Config) getConfig()).getDeployDirectory(), archive);
      } catch (Exception e) {
        LOG.warn("{}: archive '{}' of policies cannot be loaded", self(), id, e);
      }
    }

    @Override
    public void archiveRemoved(String id) {
      if (policyStrategyLoader == null) {
        return;
      }
      try {
        policyStrategyLoader.unLoadArchive(id);
      } catch (Exception e) {
        LOG.warn("{}: archive '{}' of policies cannot be unloaded", self(), id, e);
      }
    }

    private String self() {
      JonasGroup joined = group;
      return joined == null ? "(leaving)" : joined.self();
    }
  }
}
