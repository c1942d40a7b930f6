package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.ow2.cmi.lb.data.PolicyData;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ServerRef;
import org.ow2.util.pool.impl.PoolConfiguration;

class ClusterTreeTest {
  private static final String NAME = "ejb/shop/cart";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Members members = new Members();

  @AfterEach
  void stop() {
    members.close();
  }

  private static DistributedObjectInfo info(String name, String policy) {
    return new DistributedObjectInfo(
        "cluster",
        true,
        name,
        "app.Home",
        "app.Remote",
        new PolicyData(policy, "strategy", new HashMap<>()),
        true,
        true,
        new HashSet<>(),
        new PoolConfiguration());
  }

  private static CMIReference reference(String name, int port) throws Exception {
    return new CMIReference(new ServerRef("jrmp", "rmi://127.0.0.1:" + port), name);
  }

  @Test
  void shouldDropReferencesOfDeadServerAndKeepWhatIsTheClusters() throws Exception {
    JonasGroup one = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(members.join());
    ServerRef server = new ServerRef("jrmp", "rmi://127.0.0.1:1");
    a.announceServer(server);
    a.addObject(NAME, info(NAME, "p"));
    a.addReference(reference(NAME, 1));
    b.addReference(reference(NAME, 2));
    a.setLoadFactor(server, 70);
    a.setDelay(123);
    a.setPoolToEmpty(NAME, true);
    a.addClient(UUID.randomUUID());
    a.addClient(UUID.randomUUID());
    b.addClient(UUID.randomUUID());
    byte[] archive = new byte[1_300_000];
    archive[1_299_999] = 7;
    a.addArchive("policies", archive);

    assertThat(b.objectNames()).containsExactly(NAME);
    assertThat(b.references(NAME)).hasSize(2);
    assertThat(b.references(NAME, "iiop")).isEmpty();
    assertThat(b.loadFactor(server)).contains(70);
    assertThat(b.clients()).isEqualTo(3);

    members.crash(one);

    await().atMost(PATIENCE).until(() -> b.references(NAME).size() == 1);
    await().atMost(PATIENCE).until(() -> b.loadFactor(server).isEmpty());
    ClusterTree c = new ClusterTree(members.join());
    await().atMost(PATIENCE).until(() -> c.objectNames().contains(NAME) && c.clients() == 3);
    assertThat(c.object(NAME).orElseThrow().getItfName()).isEqualTo("app.Home");
    assertThat(c.delay()).contains(123);
    assertThat(c.isPoolToEmpty(NAME)).isTrue();
    await().atMost(PATIENCE).until(() -> c.hasArchive("policies"));
  }

  @Test
  void shouldRemoveObjectWithItsLastReference() throws Exception {
    ClusterTree a = new ClusterTree(members.join());
    ClusterTree b = new ClusterTree(members.join());
    a.addObject(NAME, info(NAME, "p"));
    a.addReference(reference(NAME, 1));
    b.addReference(reference(NAME, 2));
    assertThat(a.removeReference(reference(NAME, 1))).isFalse();
    assertThat(b.removeReference(reference(NAME, 2))).isTrue();
    assertThat(a.object(NAME)).isEmpty();
    a.addObject(NAME, info(NAME, "q"));
    assertThat(b.object(NAME)).isPresent();
  }

  @Test
  void shouldAnnounceEntriesAgainAfterMerge() throws Exception {
    JonasGroup one = members.join();
    JonasGroup two = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(two);
    a.addObject(NAME, info(NAME, "p"));
    a.addReference(reference(NAME, 1));
    b.addReference(reference(NAME, 2));

    Members.network().partition(List.of(one.address()), List.of(two.address()));
    await().atMost(PATIENCE).until(() -> a.references(NAME).size() == 1);
    await().atMost(PATIENCE).until(() -> b.references(NAME).size() == 1);
    assertThat(b.object(NAME)).as("kept on the side that did not write it").isPresent();
    Members.network().heal();

    await().atMost(PATIENCE).until(() -> a.references(NAME).size() == 2);
    await().atMost(PATIENCE).until(() -> b.references(NAME).size() == 2);
  }

  @Test
  void shouldTellChangesOfObjectsAndArchives() {
    JonasGroup one = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(members.join());
    Map<String, byte[]> archives = new ConcurrentHashMap<>();
    List<String> policies = new CopyOnWriteArrayList<>();
    b.follow(
        new ClusterTree.Listener() {
          @Override
          public void objectChanged(DistributedObjectInfo before, DistributedObjectInfo now) {
            policies.add(
                (before == null ? "" : before.getPolicyData().getPolicyType())
                    + ">"
                    + now.getPolicyData().getPolicyType());
          }

          @Override
          public void archiveAdded(String id, byte[] data) {
            archives.put(id, data);
          }

          @Override
          public void archiveRemoved(String id) {
            archives.remove(id);
          }
        });
    a.addObject(NAME, info(NAME, "p"));
    await().atMost(PATIENCE).until(() -> policies.contains(">p"));
    a.setObject(NAME, info(NAME, "q"));
    await().atMost(PATIENCE).until(() -> policies.contains("p>q"));
    a.addArchive("x/y", new byte[600_000]);
    await().atMost(PATIENCE).until(() -> archives.containsKey("x/y"));
    assertThat(archives.get("x/y")).hasSize(600_000);
    a.removeArchive("x/y");
    await().atMost(PATIENCE).until(archives::isEmpty);
  }
}
