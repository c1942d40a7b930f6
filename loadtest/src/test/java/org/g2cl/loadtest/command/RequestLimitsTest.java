package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestLimitsTest {
  /** Sets of sets: each of them is looked at twice as often as the one that holds it. */
  private static Set<Object> nested(int depth) {
    Set<Object> root = new HashSet<>();
    Set<Object> one = root;
    Set<Object> other = new HashSet<>();
    for (int i = 0; i < depth; i++) {
      Set<Object> first = new HashSet<>(Set.of("pen"));
      Set<Object> second = new HashSet<>();
      one.add(first);
      one.add(second);
      other.add(first);
      other.add(second);
      one = first;
      other = second;
    }
    return root;
  }

  private static byte[] written(Object object) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object read(byte[] stream) throws IOException, ClassNotFoundException {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(stream))) {
      in.setObjectInputFilter(RequestLimits.filter());
      return in.readObject();
    }
  }

  @Test
  @Timeout(20)
  void shouldRefuseNestedSetsBeforeTheyTakeTime() throws Exception {
    byte[] stream = written(nested(24));

    assertThatThrownBy(() -> read(stream)).isInstanceOf(InvalidClassException.class);
  }

  @Test
  void shouldTakeWhatRequestsCarry() throws Exception {
    var items = new ArrayList<>(List.of("pen", 2, new byte[1 << 20]));
    var thrown = new IllegalStateException("a", new IOException("b", new IOException("c")));

    assertThat(read(written(items))).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(3);
    assertThat(read(written(thrown))).hasToString(thrown.toString());
  }

  @Test
  void shouldHoldInTheProcessOfANodeUnlessItsUserSaysOtherwise() throws Exception {
    assertThat(filterOfANode()).contains(RequestLimits.filter().toString());
    assertThat(filterOfANode("-Djdk.serialFilter=maxdepth=7")).contains("maxdepth=7");
  }

  private static String filterOfANode(String... options) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-Xmx64m", "-cp", classPath()));
    command.add(RequestLimitsTest.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** Starts a node, which fails for lack of settings, and says what filter the JVM has then. */
  @SuppressWarnings("SystemOut") // what it is for
  public static void main(String[] arguments) {
    try {
      var unused = RealNodes.starters().business().start(null);
    } catch (RuntimeException expected) {
      System.out.println(ObjectInputFilter.Config.getSerialFilter());
    }
  }
}
