package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ValueCodecTest {
  /** A class of the application. */
  static final class Line implements Serializable {
    private static final long serialVersionUID = 1;
    final int pieces = 3;
  }

  private final ValueCodec strict = new ValueCodec(new ClassAllowList(List.of()));
  private final ValueCodec named =
      new ValueCodec(new ClassAllowList(List.of("org.g2cl.cmi.jonas.*")));

  @Test
  void shouldKeepValuesCollectionsAndExceptionsOfTheJdk() throws IOException {
    var map = new HashMap<String, Object>();
    map.put("list", new ArrayList<>(List.of(1, 2L, java.math.BigDecimal.TEN)));
    map.put("concurrent", new ConcurrentHashMap<>(java.util.Map.of("a", new int[] {1})));
    assertThat(((HashMap<?, ?>) strict.read(strict.write(map))).get("list"))
        .isEqualTo(map.get("list"));
    assertThat(strict.read(strict.write(new IllegalStateException("x"))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRefuseOtherClassesWhenWritingAndNameTheSetting() throws IOException {
    assertThatThrownBy(() -> strict.write(new Line()))
        .hasMessageContaining("ValueCodecTest$Line")
        .hasMessageContaining("g2cl.allowed-classes");
    assertThat(((Line) named.read(named.write(new Line()))).pieces).isEqualTo(3);
  }

  @Test
  void shouldRefuseOtherClassesWhenReading() throws IOException {
    byte[] bytes = named.write(new Line());
    assertThatThrownBy(() -> strict.read(bytes)).hasMessageContaining("g2cl.allowed-classes");
    assertThatThrownBy(() -> strict.check(bytes)).hasMessageContaining("g2cl.allowed-classes");
    assertThatThrownBy(() -> strict.check(serialized(new Line[0])))
        .hasMessageContaining("g2cl.allowed-classes");
    new ValueCodec(new ClassAllowList(List.of("*"))).check(bytes);
  }

  @Test
  void shouldRefuseMapOfTheJdkThatLacksAValue() throws IOException {
    byte[] bytes = strict.write(new ArrayList<>(List.of(java.util.Map.of("a", "b", "c", "d"))));
    int count = 0;
    for (int i = 0; i + 5 < bytes.length; i++) {
      if (java.util.Arrays.equals(bytes, i, i + 6, new byte[] {0x77, 4, 0, 0, 0, 4}, 0, 6)) {
        bytes[i + 5] = 3; // keys and values
        count++;
      }
    }
    assertThat(count).isEqualTo(1);
    assertThatThrownBy(() -> strict.read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be made")
        .hasMessageContaining("InternalError");
  }

  @Test
  void shouldRefuseGraphsThatAreTooDeep() throws IOException {
    List<Object> deep = new ArrayList<>();
    for (int i = 0; i < 450; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    byte[] bytes = serialized(deep);
    assertThatThrownBy(() -> strict.read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at most 400 objects deep");
    List<Object> value = deep;
    assertThatThrownBy(() -> strict.write(value)).hasMessageContaining("at most 400 objects deep");
  }

  private static byte[] serialized(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  /** 100 sets, each in the next one twice: to hash the last takes 2 to the 100th steps. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseSetsThatWouldBeHashedForEver() throws IOException {
    Set<Object> root = new HashSet<>();
    Set<Object> one = root;
    Set<Object> two = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      Set<Object> oneOfNext = new HashSet<>();
      Set<Object> twoOfNext = new HashSet<>();
      oneOfNext.add("not the other");
      // both are put into both while they are small, so that this loop ends
      one.add(oneOfNext);
      one.add(twoOfNext);
      two.add(oneOfNext);
      two.add(twoOfNext);
      one = oneOfNext;
      two = twoOfNext;
    }
    byte[] bytes = serialized(root);
    assertThat(bytes).hasSizeLessThan(10_000);
    assertThatThrownBy(() -> strict.read(bytes)).hasMessageContaining("500000000 steps fill");
  }

  @Test
  void shouldRefuseToWriteWhatCannotBeLookedThroughHoweverShortItIs() {
    ValueCodec all = new ValueCodec(new ClassAllowList(List.of("*")));
    assertThatThrownBy(() -> all.write(new ObjectScanTest.Odd()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has to call defaultWriteObject first");
  }

  /** Its hash has no end, and is wanted for the second key, when the map has the first one. */
  @Test
  void shouldRefuseMapsWithinTheirOwnKeys() throws IOException {
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      List<Object> key = new ArrayList<>(List.of(i));
      map.put(key, i);
      key.add(map);
    }
    byte[] bytes = serialized(map);
    assertThatThrownBy(() -> strict.read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it cannot be made: java.lang.StackOverflowError");
  }

  /** A full bucket finds keys of two classes one by one, and what Set.of makes has no buckets. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseManyKeysThatHaveAnOrderOnlyElsewhere() throws IOException {
    Set<Object> mixed = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (int i = 0; i < 40_000; i++) {
      mixed.add("key" + i);
      mixed.add(i);
      texts.add("key" + i);
    }
    for (Object keys : List.of(mixed, Set.copyOf(texts))) {
      byte[] bytes = serialized(keys);
      assertThatThrownBy(() -> strict.read(bytes))
          .as(keys.getClass().getName())
          .hasMessageContaining("500000000 steps fill");
    }
    mixed.removeIf(key -> key instanceof Integer number && number > 1_000);
    assertThat(strict.read(strict.write(mixed))).isEqualTo(mixed);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseManyKeysThatMayAllHashAlike() throws IOException {
    Set<Object> keys = new HashSet<>();
    for (int i = 0; i < 40_000; i++) {
      keys.add(List.of(i));
    }
    byte[] bytes = serialized(keys);
    assertThatThrownBy(() -> strict.read(bytes)).hasMessageContaining("500000000 steps fill");
    Map<Object, Object> texts = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      texts.put("key" + i, i % 2 == 0 ? null : 1);
    }
    assertThat(strict.read(strict.write(texts))).isEqualTo(texts);
  }

  /** Of many arrays and tables, each within what a single one might have. */
  @Test
  void shouldRefuseArraysThatAreLongerInAllThanTheirBytes() throws IOException {
    Map<Object, Object> one = new HashMap<>();
    one.put("a", "b");
    byte[] map = serialized(one);
    byte[] sizes = {0, 0, 0, 16, 0, 0, 0, 1}; // buckets and mappings, as HashMap writes them
    int at = indexOf(map, sizes);
    map[at + 5] = 8; // half a million mappings, of which one is there
    assertThatThrownBy(() -> strict.read(map))
        .hasMessageContaining("its arrays may have 4 elements in all for each byte");

    byte[] lists = serialized(new ArrayList<>(Collections.nCopies(30, null)));
    assertThat(strict.read(lists)).isEqualTo(Collections.nCopies(30, null));
    Object honest = List.of(new byte[100_000], new HashMap<>(), new int[5_000], new ArrayDeque<>());
    assertThat((List<?>) strict.read(strict.write(honest))).hasSize(4);
  }

  private static int indexOf(byte[] in, byte[] what) {
    for (int i = 0; i + what.length <= in.length; i++) {
      if (Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  /** 300 copies of 300 copies and so on, ten times: Java 8 hashes each of them. */
  @Test
  void shouldRefuseKeysOfCopiesThatWouldBeHashedForEver() throws IOException {
    List<?> copies = List.of("x");
    for (int i = 0; i < 10; i++) {
      copies = Collections.nCopies(300, copies);
    }
    assertThat((List<?>) strict.read(serialized(copies))).hasSize(300);
    byte[] key = serialized(new HashSet<>(Set.of(copies)));
    assertThat(key).hasSizeLessThan(1_000);
    assertThatThrownBy(() -> strict.read(key)).hasMessageContaining("500000000 steps fill");
    Object few = new HashSet<>(Set.of(Collections.nCopies(3, "x")));
    assertThat(strict.read(strict.write(few))).isEqualTo(few);
  }

  /** With seven accents in place of the one, all their orders, Java compiles it for minutes. */
  @Test
  void shouldRefusePatternsThatMayBeCompiledForEver() throws IOException {
    Pattern accented = Pattern.compile("a\u0301", Pattern.CANON_EQ);
    assertThatThrownBy(() -> strict.read(serialized(accented))).hasMessageContaining("CANON_EQ");
    Pattern plain = Pattern.compile("a+", Pattern.CASE_INSENSITIVE);
    assertThat(((Pattern) strict.read(strict.write(plain))).flags()).isEqualTo(plain.flags());
  }

  /** A limit that cannot be set is none. */
  @Test
  void shouldReadNothingWhereNoLimitsCanBeSet() throws IOException {
    try (var in = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(serialized(1)))) {
      assertThat(GraphLimits.install(in, 100)).isNotNull();
      assertThatThrownBy(() -> GraphLimits.install(in, 100)) // the JDK takes one filter
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing is read without limits")
          .hasMessageContaining("SerializablePermission");
    }
  }

  @Test
  void shouldRefuseArrayThatIsCutOffBeforeItIsMade() throws IOException {
    byte[] bytes = serialized(new byte[100]);
    bytes[bytes.length - 104] = 0x7f; // two billion elements
    assertThatThrownBy(() -> strict.read(bytes)).hasMessageContaining("is cut off");
  }

  /** All that the JDK writes by itself, and classes with a form of their own. */
  @Test
  @SuppressWarnings({"JavaUtilDate", "JdkObsolete", "IdentityHashMapUsage"}) // beans have these
  void shouldLookThroughWhatTheJdkWrites() throws IOException {
    java.util.GregorianCalendar calendar = new java.util.GregorianCalendar(2010, 5, 7);
    List<Object> all =
        new ArrayList<>(
            Arrays.asList(
                calendar,
                new java.util.Date(5),
                java.util.Locale.FRANCE,
                java.util.EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS),
                new java.util.EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
                java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC),
                new java.math.BigDecimal("12.50"),
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER),
                new StringBuffer("x").append("y").toString(),
                new java.util.BitSet(70),
                new java.util.LinkedList<>(List.of("a", 'b')),
                new java.util.Vector<>(List.of(1, 2)),
                new java.util.Hashtable<>(Map.of("k", 2L)),
                new java.util.IdentityHashMap<>(Map.of()),
                new java.util.PriorityQueue<>(List.of(3, 1)).toArray(),
                java.net.InetAddress.getLoopbackAddress(),
                java.net.URI.create("http://localhost/x"),
                java.util.Currency.getInstance("EUR"),
                java.text.NumberFormat.getInstance(java.util.Locale.ROOT),
                int.class,
                String[].class,
                new Object[][] {{1, null}, {"x"}},
                new double[] {1.5},
                Map.of("a", Set.of(1)),
                "ä\0\ud800".repeat(100),
                "x".repeat(70_000)));
    Object shared = new ArrayList<>(List.of("shared"));
    all.add(shared);
    all.add(shared);
    all.add(all);
    List<?> read = (List<?>) strict.read(strict.write(all));
    assertThat(read.subList(0, 13)).isEqualTo(all.subList(0, 13));
    assertThat(read.get(26)).isSameAs(read.get(27));
    assertThat(read.get(28)).isSameAs(read);
  }

  /** A filter of an administrator, for the whole JVM, is asked as well. */
  @Test
  void shouldRefuseWhatTheFilterOfTheJvmRefuses() throws Exception {
    String jvm = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                jvm,
                "-Xmx64m",
                "-Djdk.serialFilter=!java.util.TreeMap",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                FilteredJvm.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("HashMap: read")
          .contains("TreeMap: the filter of this JVM (jdk.serialFilter) refuses it")
          .contains("deep: a value or state may be");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldTakeWhatIsWithinLimitsAndRefuseTheRestWhenWriting() throws IOException {
    byte[] large = new byte[3 << 20];
    assertThat(strict.read(strict.write(large))).isEqualTo(large);
    List<Integer> many = new ArrayList<>();
    for (int i = 0; i < 400_000; i++) {
      many.add(i);
    }
    assertThatThrownBy(() -> strict.write(many)).hasMessageContaining("300000 references");
  }

  /** An interface of the application. */
  public interface Price {
    /** The price. */
    int price();
  }

  /** A proxy's other half. */
  static final class Fixed implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return 7;
    }
  }

  @Test
  void shouldRefuseProxiesOfOtherInterfacesWhenWriting() {
    Object proxy = proxy(getClass().getClassLoader(), Price.class);
    ValueCodec handlers =
        new ValueCodec(new ClassAllowList(List.of(Fixed.class.getName(), "java.lang.reflect.*")));
    assertThatThrownBy(() -> handlers.write(proxy))
        .hasMessageContaining("ValueCodecTest$Price")
        .hasMessageContaining("g2cl.allowed-classes");
  }

  @Test
  void shouldReadProxiesOfInterfacesThatTheApplicationAloneSees() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (var application = new ApplicationLoader()) {
      Thread.currentThread().setContextClassLoader(application);
      Class<?> price = application.loadClass(Price.class.getName());
      assertThat(price).isNotSameAs(Price.class);
      ValueCodec proxies =
          new ValueCodec(new ClassAllowList(List.of(Fixed.class.getName(), "java.lang.reflect.*")));
      Object read = proxies.read(proxies.write(proxy(application, price)));
      assertThat(price.getMethod("price").invoke(read)).isEqualTo(7);
      assertThat(read.getClass().getInterfaces()).containsExactly(price);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static Object proxy(ClassLoader loader, Class<?> type) {
    return Proxy.newProxyInstance(loader, new Class<?>[] {type}, new Fixed());
  }

  /** Defines {@link Price} itself, as an application's class loader does with its own. */
  private static final class ApplicationLoader extends URLClassLoader {
    ApplicationLoader() {
      super(
          new URL[] {Price.class.getProtectionDomain().getCodeSource().getLocation()},
          Price.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Price.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }
}
