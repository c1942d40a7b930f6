package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;

/**
 * The jar as a fragment of a bundle that holds CMI, in Apache Felix, as the how-to has it. Run
 * after the jar is built, in the phase {@code integration-test}.
 */
class FragmentCheck {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @TempDir Path work;
  private Framework framework;

  @BeforeEach
  void start() throws Exception {
    // CMI is to be seen by its bundle only
    Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    framework =
        new FrameworkFactory()
            .newFramework(Map.of("org.osgi.framework.storage", work.resolve("cache").toString()));
    framework.start();
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(20_000);
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void shouldJoinGroupAndShareReferencesInsideTheBundleOfCmi() throws Exception {
    Bundle host = framework.getBundleContext().installBundle(OsgiBundles.host(work));
    framework.getBundleContext().installBundle(OsgiBundles.fragment(work));
    host.start();

    Class<?> manager = host.loadClass(G2clClusterViewManager.class.getName());
    assertThat(manager).isNotSameAs(G2clClusterViewManager.class);
    assertThat(manager.getDeclaredConstructor().newInstance()).isNotNull();
    assertThat(create(host, G2clHaService.class.getName())).isNotNull();

    Object group = join(host);
    try {
      Object tree =
          accessible(
                  host.loadClass(ClusterTree.class.getName())
                      .getDeclaredConstructor(group.getClass()))
              .newInstance(group);
      Object reference = reference(host);
      method(tree.getClass(), "addReference", 1).invoke(tree, reference);
      assertThat((List<?>) method(tree.getClass(), "references", 1).invoke(tree, "ejb/cart"))
          .hasToString("[" + reference + "]");
    } finally {
      method(group.getClass(), "release", 1).invoke(null, group);
    }
  }

  private static Object join(Bundle host) throws Exception {
    Object config = create(host, Config.class.getName());
    method(config.getClass(), "setBindAddress", 1).invoke(config, "127.0.0.1");
    method(config.getClass(), "setBindPort", 1).invoke(config, "0");
    Object settings =
        method(host.loadClass(GroupSettings.class.getName()), "of", 1).invoke(null, config);
    return method(host.loadClass(JonasGroup.class.getName()), "join", 1).invoke(null, settings);
  }

  private static Object reference(Bundle host) throws Exception {
    Class<?> server = host.loadClass("org.ow2.cmi.reference.ServerRef");
    return host.loadClass("org.ow2.cmi.reference.CMIReference")
        .getConstructor(server, String.class)
        .newInstance(
            server
                .getConstructor(String.class, String.class)
                .newInstance("jrmp", "rmi://127.0.0.1:1"),
            "ejb/cart");
  }

  private static Object create(Bundle host, String name) throws Exception {
    return host.loadClass(name).getDeclaredConstructor().newInstance();
  }

  private static Method method(Class<?> type, String name, int parameters) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        return accessible(method);
      }
    }
    throw new AssertionError(type + " has no " + name);
  }

  private static <T extends java.lang.reflect.AccessibleObject> T accessible(T member) {
    member.setAccessible(true);
    return member;
  }
}
