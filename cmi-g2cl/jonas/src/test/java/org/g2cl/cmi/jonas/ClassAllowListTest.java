package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassAllowListTest {
  private final ClassAllowList list = new ClassAllowList(List.of());

  private static Class<?> named(String name) throws ClassNotFoundException {
    return Class.forName(name, false, ClassAllowListTest.class.getClassLoader());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.ow2.cmi.controller.server.DistributedObjectInfo",
        "org.ow2.cmi.controller.server.filter.IdentityFilter",
        "org.ow2.cmi.ha.SessionId",
        "org.ow2.cmi.ha.ReplicationException",
        "org.ow2.cmi.lb.data.PolicyData",
        "org.ow2.cmi.reference.ServerId",
        "org.ow2.cmi.reference.ServerNotFoundException",
        "org.ow2.util.pool.impl.PoolConfiguration",
        "javax.ejb.EJBException"
      })
  void shouldTakeWhatServersShareAndExceptions(String name) throws ClassNotFoundException {
    assertThat(list.allows(named(name))).isTrue();
  }

  /** Some ask servers that the stream names when they are read, or when they are called then. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.ow2.carol.rmi.interceptor.impl.BasicServiceContext",
        "org.ow2.cmi.controller.provider.ClusteredClientClusterViewProvider_Stub",
        "org.ow2.cmi.ha.HaMessageData",
        "org.ow2.cmi.ha.interceptor.HAContext",
        "org.ow2.cmi.reference.CMIReferenceableWrapper",
        "org.ow2.cmi.reference.serialization.RemoteIIOPCMIReferenceableWrapper",
        "org.ow2.cmi.rpc.CMIInvocationHandlerByPool",
        "java.net.URL",
        "java.lang.reflect.Proxy",
        "java.rmi.server.RemoteObjectInvocationHandler",
        "java.rmi.server.UnicastRemoteObject"
      })
  void shouldRefuseWhatElseTheyHave(String name) throws ClassNotFoundException {
    assertThat(list.allows(named(name))).isFalse();
    assertThat(list.allows(named("[L" + name + ";"))).isFalse();
    assertThat(new ClassAllowList(List.of(name)).allows(named(name))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", " , ,"})
  void shouldAllowNothingOfAnEmptySetting(String setting) {
    System.setProperty(ClassAllowList.SETTING, setting);
    try {
      assertThat(ClassAllowList.fromSystem().allows(getClass())).isFalse();
    } finally {
      System.clearProperty(ClassAllowList.SETTING);
    }
  }

  /** Its name is told, so that an application's key goes on when it is named in the setting. */
  @Test
  void shouldRefuseKeysThatAskForTheirHostWhenTheyAreHashed() throws Exception {
    Map<Object, String> keys = new HashMap<>();
    keys.put(new URL("http://127.0.0.1/"), "x");
    assertThatThrownBy(() -> new ValueCodec(list).write(keys))
        .hasMessageContaining("java.net.URL")
        .hasMessageContaining("g2cl.allowed-classes");
  }

  /** As in a bundle, whose class loader has none of those that JVM and server are started with. */
  @Test
  void shouldTakeNoClassOfTheSystemForOneOfTheApplication() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String part :
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .split(File.pathSeparator, -1)) {
      path.add(new File(part).toURI().toURL());
    }
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (var bundle =
            new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        var application = new URLClassLoader(new URL[0], ClassLoader.getSystemClassLoader())) {
      Class<?> type = bundle.loadClass(ClassAllowList.class.getName());
      assertThat(type).isNotSameAs(ClassAllowList.class);
      Constructor<?> constructor = type.getDeclaredConstructor(List.class);
      Method allows = type.getDeclaredMethod("allows", Class.class);
      constructor.setAccessible(true);
      allows.setAccessible(true);
      Thread.currentThread().setContextClassLoader(application);
      assertThat(allows.invoke(constructor.newInstance(List.of()), getClass())).isEqualTo(false);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }
}
