package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.openejb.assembler.classic.AppInfo;
import org.apache.openejb.assembler.classic.Assembler;
import org.apache.openejb.config.AppModule;
import org.apache.openejb.config.ConfigurationFactory;
import org.apache.openejb.config.EjbModule;
import org.apache.openejb.jee.Beans;
import org.apache.openejb.jee.EjbJar;
import org.apache.openejb.jee.oejb3.OpenejbJar;
import org.apache.openejb.loader.SystemInstance;
import org.apache.xbean.finder.AnnotationFinder;
import org.apache.xbean.finder.archive.ClassesArchive;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.errand.Turnstile;
import org.g2cl.cmi.tomee.errand.TurnstileBean;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.Test;

/** What is left when an application, or a node, has gone. */
class LeakTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  @Test
  void shouldKeepNoClassOfAnApplicationThatIsDeployedAnewAndGoOnWithItsSessions() throws Exception {
    try (var nodes = new Nodes()) {
      String session = null;
      for (int call = 1; call <= 3; call++) {
        var loader = new OwnLoader(TurnstileBean.class);
        AppInfo application = deploy(loader);
        var client = new EjbdClient(nodes.location(), "TurnstileRemote", Turnstile.class);
        session = session == null ? client.create(EjbdClient.newId()) : session;
        assertThat(client.call(session, "atOnce")).isEqualTo(call);
        assembler().destroyApplication(application);
        var left = new WeakReference<ClassLoader>(loader);
        loader = null;
        awaitCollected(left);
      }
    }
  }

  @Test
  void shouldKeepNoClassOfAnApplicationThatIsUndeployedDuringACall() throws Exception {
    try (var nodes = new Nodes()) {
      var loader = new OwnLoader(TurnstileBean.class);
      AppInfo application = deploy(loader);
      var client = new EjbdClient(nodes.location(), "TurnstileRemote", Turnstile.class);
      String session = client.create(EjbdClient.newId());
      Future<Object> running =
          ForkJoinPool.commonPool().submit(() -> client.call(session, "slowly"));
      Gate.awaitVisitor();
      assembler().destroyApplication(application);
      Gate.open();
      assertThat(running.get(LONGEST.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
      var left = new WeakReference<ClassLoader>(loader);
      loader = null;
      awaitCollected(left);
    }
  }

  @Test
  void shouldLeaveNoThreadOfANodeThatHasLeft() throws Exception {
    deployAndCall(); // what the JVM, or OpenEJB, keeps for good is made once
    Set<Thread> base = threads();
    for (int i = 0; i < 2; i++) {
      deployAndCall();
    }
    Awaitility.await()
        .atMost(LONGEST)
        .pollInSameThread()
        .untilAsserted(() -> assertThat(startedSince(base)).isEmpty());
  }

  private void deployAndCall() throws Exception {
    try (var nodes = new Nodes()) {
      deploy(new OwnLoader(TurnstileBean.class));
      var client = new EjbdClient(nodes.location(), "TurnstileRemote", Turnstile.class);
      assertThat(client.call(client.create(EjbdClient.newId()), "atOnce")).isEqualTo(1);
      assertThat(nodes.backup.propagation().status().copies()).isEqualTo(1);
    }
  }

  private static Set<Thread> threads() {
    return Set.copyOf(Thread.getAllStackTraces().keySet());
  }

  /** Threads, and what they do. */
  private static Map<Thread, String> startedSince(Set<Thread> base) {
    Map<Thread, String> started = new HashMap<>();
    Thread.getAllStackTraces()
        .forEach((thread, stack) -> started.put(thread, Arrays.toString(stack)));
    started.keySet().removeAll(base);
    return started;
  }

  private static void awaitCollected(WeakReference<ClassLoader> loader) {
    Awaitility.await()
        .atMost(LONGEST)
        .until(
            () -> {
              System.gc();
              return loader.get() == null;
            });
  }

  private static AppInfo deploy(ClassLoader loader) throws Exception {
    Class<?> bean = Class.forName(TurnstileBean.class.getName(), false, loader);
    assertThat(bean.getClassLoader()).isSameAs(loader);
    var beans = new EjbModule(loader, "gate", null, new EjbJar("gate"), new OpenejbJar());
    beans.setFinder(new AnnotationFinder(new ClassesArchive(bean)).link());
    beans.setBeans(new Beans());
    var module = new AppModule(loader, "gate");
    module.getEjbModules().add(beans);
    AppInfo application = new ConfigurationFactory().configureApplication(module);
    assembler().createApplication(application, loader);
    return application;
  }

  private static Assembler assembler() {
    return SystemInstance.get().getComponent(Assembler.class);
  }

  /** A node without an application, and a member that keeps copies of its sessions. */
  private static final class Nodes implements AutoCloseable {
    final EmbeddedBusinessNode node;
    final HaService backup;

    Nodes() throws IOException {
      String group = "leak-" + UUID.randomUUID();
      int port = FreePorts.next();
      node =
          EmbeddedBusinessNode.builder()
              .ha(settings(group).set(HaSetting.BIND_PORT, port).build())
              .start();
      backup =
          HaService.start(
              settings(group)
                  .set(HaSetting.BIND_PORT, FreePorts.next())
                  .set(HaSetting.PEERS, "127.0.0.1:" + port)
                  .build());
    }

    private static HaSettings.Builder settings(String group) throws IOException {
      return HaSettings.builder()
          .set(HaSetting.GROUP, group)
          .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next());
    }

    URI location() {
      return node.location();
    }

    @Override
    public void close() {
      backup.close();
      node.close();
    }
  }
}
