package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.g2cl.cmi.tomee.graph.Making;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What streams of Java serialization may hold: as much when they are read as when written. */
class StreamLimitsTest {
  private static final ClassAllowList LIST =
      new ClassAllowList("Chest", List.of(StreamLimitsTest.class), List.of());

  private static boolean initialized;

  private static byte[] write(Object graph) throws IOException {
    return new GraphWriter(LIST).write(new byte[0], out -> out.writeGraph(graph));
  }

  private static Object read(byte[] stream) throws IOException, ClassNotFoundException {
    ClassLoader loader = StreamLimitsTest.class.getClassLoader();
    try (var in = new StateInput(new ByteArrayInputStream(stream), LIST, loader)) {
      return in.readGraph();
    }
  }

  /** As somebody writes it who looks at nothing. */
  private static byte[] forge(Object graph) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  /** Lists, each within another one; the innermost one holds what is within itself. */
  private static List<Object> nested(int levels, Object innermost) {
    List<Object> outer = new ArrayList<>();
    outer.add(innermost == null ? outer : innermost);
    for (int i = 1; i < levels; i++) {
      outer = new ArrayList<>(List.<Object>of(outer));
    }
    return outer;
  }

  private static class Base {
    final String text;

    Base(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class OfBase extends Base implements Serializable {
    private static final long serialVersionUID = 1L;

    OfBase() {
      super("text");
    }
  }

  @SuppressWarnings("serial") // nobody reads it
  private static final class Unreadable implements Externalizable {
    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
  }

  /** Java writes them, and finds out only when somebody reads them. */
  @Test
  void shouldWriteNoObjectThatNobodyCanMakeAgain() throws Exception {
    assertThat(forge(new OfBase())).isNotEmpty();

    assertThatThrownBy(() -> write(new ArrayList<>(List.of(new OfBase()))))
        .isInstanceOf(RefusedClassException.class)
        .hasMessageContainingAll(OfBase.class.getName(), Base.class.getName(), "give it one");
    assertThatThrownBy(() -> write(new Unreadable()))
        .isInstanceOf(RefusedClassException.class)
        .hasMessageContainingAll(Unreadable.class.getName(), "public constructor");
    assertThat(Making.obstacle(OfBase.class)).contains(Base.class.getName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text"})
  void shouldReadWhatItWritesHoweverDeepAndWriteNothingElse(String innermost) throws Exception {
    int written = 0;
    for (int levels = 240; levels < 260; levels++) {
      List<Object> graph = nested(levels, innermost.isEmpty() ? null : innermost);
      try {
        byte[] stream = write(graph);
        written = levels;
        assertThat(((List<?>) read(stream))).hasSize(1);
      } catch (TooDeepException e) {
        assertThat(levels).isGreaterThan(written);
      }
    }
    assertThat(written).isBetween(249, 250);
  }

  @Test
  void shouldLookAtTheDepthOfEachObjectOfALargeGraph() throws Exception {
    List<Object> graph = new ArrayList<>(IntStream.range(0, 10_000).boxed().toList());
    graph.add(nested(240, null));
    assertThat((List<?>) read(write(graph))).hasSize(10_001);

    graph.add(nested(251, null));

    assertThatThrownBy(() -> write(graph)).isInstanceOf(TooDeepException.class);
  }

  @Test
  void shouldRefuseADeepStreamWhenReading() throws Exception {
    byte[] deep = forge(nested(300, null));

    assertThatThrownBy(() -> read(deep))
        .isInstanceOf(InvalidClassException.class)
        .hasMessageContaining("more than 250 deep");
  }

  /** Writes what it has itself, and goes on if that fails. */
  private static final class Stubborn implements Serializable {
    private static final long serialVersionUID = 1L;

    private final transient Object held = nested(300, null);

    private void writeObject(ObjectOutputStream out) {
      try {
        out.writeObject(held);
      } catch (IOException e) {
        assertThat(e).isInstanceOf(TooDeepException.class);
      }
    }
  }

  @Test
  void shouldRefuseADeepGraphThoughAClassHidesThatItCannotBeWritten() {
    assertThatThrownBy(() -> write(new Stubborn())).isInstanceOf(TooDeepException.class);
  }

  @Test
  @SuppressWarnings("JdkObsolete") // beans have those, too
  void shouldReadTheTablesOfHashMapsHoweverSparse() throws Exception {
    Map<Integer, Integer> sparse = new HashMap<>(16, 0.01f);
    Map<Integer, Integer> old = new Hashtable<>(11, 0.01f);
    Set<Integer> set = new HashSet<>(16, 0.01f);
    IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
    for (int i = 0; i < 70_000; i++) {
      sparse.put(i, null);
      old.put(i, i);
      set.add(i);
      identity.put("k" + i, null);
    }
    List<Object> shared = new ArrayList<>(IntStream.range(0, 9_000).boxed().toList());
    List<Map<?, ?>> small = new ArrayList<>();
    shared.forEach(
        key -> {
          Map<Object, Object> map = new HashMap<>(16, 0.01f);
          map.put(null, null);
          small.add(map);
          small.add(new HashMap<>(Map.of(key, key)));
        });

    for (Object graph : List.of(sparse, old, set, small, new ArrayDeque<>(set))) {
      Object read = read(write(graph));
      if (graph instanceof ArrayDeque<?>) {
        assertThat((Collection<?>) read).hasSize(70_000);
      } else {
        assertThat(read).isEqualTo(graph);
      }
    }
    assertThat((Map<?, ?>) read(write(identity))).hasSize(70_000);
  }

  @Test
  void shouldMakeNoArrayThatTheBytesCannotFill() throws Exception {
    byte[] stream = forge(new byte[9_999]);
    int length = indexOf(stream, new byte[] {0, 0, 0x27, 0x0f});
    stream[length] = 0x70;

    assertThatThrownBy(() -> read(stream))
        .isInstanceOf(InvalidClassException.class)
        .hasMessageContaining("arrays and tables are to have 1879058191 elements");
  }

  @Test
  void shouldMakeNoArraysWithinEachOtherThatTheBytesCannotFill() throws Exception {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(forge(new Object[0]));
    var out = new DataOutputStream(bytes);
    byte[] first = bytes.toByteArray();
    bytes.reset();
    out.write(first, 0, first.length - Integer.BYTES);
    for (int i = 0; i < 20; i++) {
      out.writeInt(3_000);
      out.write(new byte[] {0x75, 0x71, 0, 0x7e, 0, 0}); // an array of the same class
    }
    out.writeInt(3_000);
    out.write(new byte[100]);

    assertThatThrownBy(() -> read(bytes.toByteArray()))
        .isInstanceOf(InvalidClassException.class)
        .hasMessageContaining("arrays and tables are to have 6000 elements, over 5");
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    return IntStream.range(0, bytes.length)
        .filter(at -> Arrays.mismatch(bytes, at, at + 4, part, 0, 4) < 0)
        .findFirst()
        .orElseThrow();
  }

  /** Interface of the application. */
  public interface Price {
    /** Amount. */
    int amount();
  }

  private static final class Nobody implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return null;
    }
  }

  @Test
  void shouldRefuseProxiesThoughTheirInterfacesAreAllowed() throws Exception {
    Object proxy =
        Proxy.newProxyInstance(
            Price.class.getClassLoader(), new Class<?>[] {Price.class}, new Nobody());
    byte[] stream = forge(proxy);

    assertThat(LIST.allows(Price.class)).isTrue();
    assertThatThrownBy(() -> read(stream))
        .isInstanceOf(RefusedClassException.class)
        .hasMessageContaining("proxy of " + Price.class.getName());
  }

  private static final class Loud implements Serializable {
    private static final long serialVersionUID = 1L;

    static {
      initialized = true;
    }
  }

  @Test
  void shouldRunNoInitializerOfAClassThatIsRefused() throws Exception {
    byte[] stream = forge(new ArrayList<>(List.of(new StringBuilder("Loud"))));
    byte[] loud = renamed(stream, "java.lang.StringBuilder", Loud.class.getName());
    var other = new ClassAllowList("Chest", List.of(), List.of());
    ClassLoader loader = StreamLimitsTest.class.getClassLoader();

    try (var in = new StateInput(new ByteArrayInputStream(loud), other, loader)) {
      assertThatThrownBy(in::readGraph)
          .isInstanceOf(RefusedClassException.class)
          .hasMessageContaining(Loud.class.getName());
    }

    assertThat(initialized).isFalse();
  }

  private static byte[] renamed(byte[] stream, String from, String to) throws IOException {
    String text = new String(stream, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(from);
    var bytes = new ByteArrayOutputStream();
    bytes.write(stream, 0, at - Short.BYTES);
    new DataOutputStream(bytes).writeUTF(to);
    bytes.write(stream, at + from.length(), stream.length - at - from.length());
    return bytes.toByteArray();
  }

  /** A filter of an administrator, for the whole JVM, counts when writing and when reading. */
  @Test
  void shouldRefuseWhatTheFilterOfTheJvmRefuses() throws Exception {
    String refused = " is refused by the filter of this JVM";
    String tree = "class java.util.TreeMap" + refused;
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Djdk.serialFilter=!java.util.TreeMap;!" + FilteredJvm.Plain.class.getName(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                FilteredJvm.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("HashMap by graph: read", "HashMap by Java: read", "HashMap of others: read")
          .contains("TreeMap by graph: class java.util.TreeMap")
          .contains("TreeMap by Java: " + tree)
          .contains("TreeMap of others: " + tree)
          .contains("Plain written: class " + FilteredJvm.Plain.class.getName() + refused);
    } finally {
      process.destroyForcibly();
    }
  }
}
