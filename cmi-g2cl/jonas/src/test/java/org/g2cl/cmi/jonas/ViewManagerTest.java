package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.config.CMIConfig;
import org.ow2.cmi.controller.factory.ClusterViewManagerFactory;
import org.ow2.cmi.controller.factory.server.ClusterViewManagerFactoryConfig;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.ow2.cmi.controller.server.ServerClusterViewManagerException;
import org.ow2.cmi.lb.data.PolicyData;
import org.ow2.cmi.loader.IPolicyStrategyLoader;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ObjectNotFoundException;
import org.ow2.cmi.reference.ServerRef;
import org.ow2.util.pool.impl.PoolConfiguration;

/** The view manager as CMI calls it, beside another server that is no more than its tree. */
class ViewManagerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String NAME = "ejb/shop/cart";

  /** CMI keeps the first that it is given. */
  private static final ClusterViewManagerFactoryConfig FILE = new ClusterViewManagerFactoryConfig();

  private final Members members = new Members();
  private final Config config = new Config();

  @BeforeEach
  void configure() {
    CMIConfig<ClusterViewManagerFactoryConfig> cmi = new CMIConfig<>();
    cmi.setClusterViewManagerFactoryConfig(FILE);
    ClusterViewManagerFactory.getFactory().configure(cmi);
    FILE.setConfig(config);
    config.setGroupName(members.group());
    config.setEngine("local");
    config.setBindPort("20990");
  }

  @AfterEach
  void stop() {
    members.close();
  }

  private static DistributedObjectInfo info() {
    return new DistributedObjectInfo(
        "cluster",
        true,
        NAME,
        "app.Home",
        "app.Remote",
        new PolicyData("p", "strategy", new HashMap<>()),
        true,
        true,
        new HashSet<>(),
        new PoolConfiguration());
  }

  @Test
  void shouldHaveNoReferencesOfKnownObjectWhenItsLastServerHasCrashed() throws Exception {
    G2clClusterViewManager manager = new G2clClusterViewManager();
    manager.doStart();
    try {
      JonasGroup other = members.join();
      ClusterTree tree = new ClusterTree(other);
      assertThatThrownBy(() -> manager.getCMIReferences(NAME))
          .isInstanceOf(ObjectNotFoundException.class);
      tree.addObject(NAME, info());
      tree.addReference(new CMIReference(new ServerRef("jrmp", "rmi://127.0.0.1:1"), NAME));
      assertThat(manager.getCMIReferences(NAME)).hasSize(1);
      assertThat(manager.getCMIReferences(NAME, "jrmp")).hasSize(1);
      members.crash(other);
      await().atMost(PATIENCE).until(() -> manager.getCMIReferences(NAME).isEmpty());
      assertThatThrownBy(() -> manager.getCMIReferences(NAME, "jrmp"))
          .isInstanceOf(ObjectNotFoundException.class)
          .hasMessageContaining(NAME);
    } finally {
      manager.doStop();
    }
  }

  @Test
  void shouldGoOnWhenTheLoaderCannotUnloadAnArchive() throws Exception {
    G2clClusterViewManager manager = new G2clClusterViewManager();
    manager.setPolicyStrategyLoader(
        (IPolicyStrategyLoader)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {IPolicyStrategyLoader.class},
                (self, method, arguments) -> {
                  throw new IllegalStateException("the loader says no");
                }));
    manager.doStart();
    try (LogLines log = new LogLines(G2clClusterViewManager.class)) {
      ClusterTree tree = new ClusterTree(members.join());
      tree.addArchive("policies", new byte[] {1});
      await() // one that is gone before it is loaded is not loaded
          .atMost(PATIENCE)
          .until(() -> isTold(log, "'policies' of policies cannot be loaded"));
      tree.removeArchive("policies");
      await()
          .atMost(PATIENCE)
          .until(() -> isTold(log, "'policies' of policies cannot be unloaded"));
    } finally {
      manager.doStop();
    }
  }

  private static boolean isTold(LogLines log, String text) {
    return log.lines().stream().anyMatch(line -> line.contains(text));
  }

  @Test
  void shouldLeaveGroupAndSayWhatIsMissingWhenCmisClassesDoNotFit() {
    G2clClusterViewManager manager =
        new G2clClusterViewManager(
            group -> {
              throw new NoClassDefFoundError("org/ow2/cmi/reference/CMIReference");
            });
    JonasGroup other = members.join();
    assertThatThrownBy(manager::doStart)
        .isInstanceOf(ServerClusterViewManagerException.class)
        .hasMessageContaining("a class is not seen")
        .hasMessageContaining("org/ow2/cmi/reference/CMIReference");
    await().atMost(PATIENCE).until(() -> other.members().size() == 1);
  }

  @Test
  void shouldLeaveGroupWhenAnErrorOfTheJvmEndsItsStart() {
    G2clClusterViewManager manager =
        new G2clClusterViewManager(
            group -> {
              throw new StackOverflowError();
            });
    JonasGroup other = members.join();
    assertThatThrownBy(manager::doStart)
        .isInstanceOf(ServerClusterViewManagerException.class)
        .hasMessageContaining("java.lang.StackOverflowError");
    await().atMost(PATIENCE).until(() -> other.members().size() == 1);
  }
}
