package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.management.ObjectName;
import org.g2cl.cmi.jonas.G2clReplicationManager;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our jar on one class path with stock's JGroups 2.12, before it and behind it: each reads its own
 * tables and system properties, so members of ours find each other, and the server's own channels
 * work as before.
 */
class NeighbourTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @ParameterizedTest(name = "ours first: {0}")
  @ValueSource(booleans = {true, false})
  void shouldJoinGroupOfTwoAndLeaveStocksChannelsUsable(boolean oursFirst) throws Exception {
    int[] ports = {FreePorts.next(), FreePorts.next()};
    int[] reverse = {ports[1], ports[0]};
    int[] stock = {FreePorts.next(), FreePorts.next()};
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    List<Runnable> members = new ArrayList<>();
    try (URLClassLoader one = classPath(oursFirst);
        URLClassLoader two = classPath(oursFirst)) {
      try {
        members.add(NeighbourTest.<Runnable>in(one, OurMember.class).apply(ports));
        members.add(NeighbourTest.<Runnable>in(two, OurMember.class).apply(reverse));
        for (int port : ports) {
          await().atMost(PATIENCE).untilAsserted(() -> assertThat(members(port)).isEqualTo(2));
        }
        assertThat(NeighbourTest.<String>in(one, StockChannels.class).apply(stock))
            .isEqualTo("hello to 2");
      } finally {
        members.forEach(Runnable::run);
        Thread.currentThread().setContextClassLoader(before);
      }
    }
  }

  /** All that a JOnAS brings, stock's CMI and JGroups too, and ours at one of its ends. */
  private static URLClassLoader classPath(boolean oursFirst) throws Exception {
    List<URL> path = new ArrayList<>();
    URL compiledAgainst =
        G2clReplicationManager.class.getProtectionDomain().getCodeSource().getLocation();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      URL url = Path.of(entry).toUri().toURL();
      if (!url.sameFile(compiledAgainst)) {
        path.add(url);
      }
    }
    path.add(oursFirst ? 0 : path.size(), Ours.jar().toUri().toURL());
    return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @SuppressWarnings("unchecked")
  private static <T> Function<int[], T> in(ClassLoader loader, Class<?> type) throws Exception {
    Thread.currentThread().setContextClassLoader(loader);
    return (Function<int[], T>)
        loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
  }

  private static int members(int port) throws Exception {
    return ((String[])
            ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                    new ObjectName("org.g2cl:type=Group,member=\"127.0.0.1:" + port + "\""),
                    "Members"))
        .length;
  }
}
