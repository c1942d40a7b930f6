package org.g2cl.cmi.tomee.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.StreamCorruptedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.g2cl.cmi.tomee.graph.Things.Color;
import org.g2cl.cmi.tomee.graph.Things.Hiding;
import org.g2cl.cmi.tomee.graph.Things.Line;
import org.g2cl.cmi.tomee.graph.Things.Node;
import org.g2cl.cmi.tomee.graph.Things.NotSerializable;
import org.g2cl.cmi.tomee.graph.Things.Nothing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What travels, what stays the same, what is refused. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete", "NonApiType"}) // applications have them
class GraphFormatTest {
  static Stream<Object> values() {
    return Stream.of(
        true,
        false,
        (byte) -1,
        (short) -300,
        '\uffff',
        Integer.MIN_VALUE,
        1L << 40,
        1.5f,
        Math.PI,
        "",
        "plain",
        "\u00e9\u00ff",
        "\u20ac \ud83d\ude00",
        "lone \ud83f end",
        "x".repeat(40_000),
        new BigInteger("-123456789012345678901234567890"),
        new BigDecimal("-12.3400"),
        new Date(5),
        Instant.MAX,
        Duration.ofNanos(-1),
        LocalDate.of(-5, 2, 28),
        LocalTime.MAX,
        LocalDateTime.of(2026, 11, 21, 1, 2, 3, 4),
        OffsetDateTime.of(12026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHoursMinutes(5, 30)),
        OffsetTime.of(1, 2, 3, 4, ZoneOffset.MIN),
        ZonedDateTime.ofInstant(Instant.ofEpochSecond(1_793_000_000), ZoneId.of("Europe/Berlin")),
        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
            .withLaterOffsetAtOverlap(),
        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneOffset.UTC),
        Period.of(1, -2, 3),
        Year.of(-1),
        YearMonth.of(2026, 12),
        MonthDay.of(2, 29),
        ZoneOffset.ofTotalSeconds(3_723),
        ZoneId.of("America/New_York"),
        new UUID(1, -2),
        URI.create("urn:x?y=%20#z"),
        Currency.getInstance("EUR"),
        BitSet.valueOf(new long[] {5, 0, 1L << 63}),
        Color.RED,
        Color.GREEN,
        TimeUnit.DAYS,
        Comparator.naturalOrder(),
        Collections.reverseOrder(),
        Collections.emptyMap(),
        new Line("l", 1, 2, Color.GREEN));
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldKeepValues(Object value) throws Exception {
    Object back = Travel.byGraph(value);

    assertThat(back).isEqualTo(value).hasSameClassAs(value);
  }

  static Stream<Collection<?>> collections() {
    List<Object> content = List.of("b", "a", "c", "aa", "");
    return Stream.of(
        new ArrayList<>(content),
        new LinkedList<>(content),
        new HashSet<>(content),
        new LinkedHashSet<>(content),
        new TreeSet<>(content),
        new Vector<>(content),
        new CopyOnWriteArrayList<>(content),
        content,
        List.of(),
        List.of("one"),
        List.of("one", "two"),
        Set.of(),
        Set.of("one"),
        Set.of(1, 2, 3),
        content.stream().toList(),
        Arrays.asList("x", null).stream().toList(),
        new ArrayList<>(),
        EnumSet.of(Color.GREEN),
        EnumSet.noneOf(Color.class),
        EnumSet.allOf(Color.class));
  }

  @ParameterizedTest
  @MethodSource("collections")
  void shouldKeepCollections(Collection<?> collection) throws Exception {
    Collection<?> back = Travel.byGraph(collection);

    assertThat((Object) back).isEqualTo(collection).hasSameClassAs(collection);
    assertThat(Arrays.asList(back.toArray()))
        .isEqualTo(Arrays.asList(Travel.byJava(collection).toArray()));
  }

  @Test
  void shouldKeepQueuesInOrder() throws Exception {
    var deque = new ArrayDeque<>(List.of(3, 1, 2));
    var queue = new PriorityQueue<Integer>(Comparator.reverseOrder());
    queue.addAll(List.of(3, 1, 2, 9, 7));

    assertThat(Travel.byGraph(deque)).containsExactly(3, 1, 2);
    PriorityQueue<Integer> back = Travel.byGraph(queue);
    assertThat(Stream.generate(back::poll).limit(5)).containsExactly(9, 7, 3, 2, 1);
  }

  static Stream<Map<?, ?>> maps() {
    Map<Object, Object> content = Map.of("b", 1, "a", 2L, "c", "z");
    var reverse = new TreeMap<Object, Object>(Collections.reverseOrder());
    reverse.putAll(content);
    var linked = new LinkedHashMap<Object, Object>();
    linked.put(null, "x");
    linked.put("y", null);
    return Stream.of(
        new HashMap<>(content),
        new TreeMap<>(content),
        reverse,
        new ConcurrentHashMap<>(content),
        linked,
        content,
        Map.of(),
        Map.of("k", "v"),
        Map.of("k", "v", "l", "w"));
  }

  @ParameterizedTest
  @MethodSource("maps")
  void shouldKeepMaps(Map<?, ?> map) throws Exception {
    Map<?, ?> back = Travel.byGraph(map);

    assertThat((Object) back).isEqualTo(map).hasSameClassAs(map);
    assertThat(back.keySet().toArray()).isEqualTo(map.keySet().toArray());
  }

  @Test
  void shouldKeepEnumMapsEmptyOnesToo() throws Exception {
    var map = new EnumMap<Color, Object>(Color.class);
    EnumMap<Color, Object> empty = Travel.byGraph(map);
    empty.put(Color.RED, 1);
    map.put(Color.GREEN, List.of(1));

    assertThat(empty).containsKey(Color.RED);
    assertThat(Travel.byGraph(map)).isEqualTo(map);
    assertThat(Travel.byGraph(new EnumMap<Nothing, Object>(Nothing.class))).isEmpty();
    assertThatThrownBy(() -> Travel.byGraph(EnumSet.noneOf(Nothing.class)))
        .isInstanceOf(UnsupportedGraphException.class);
  }

  @Test
  void shouldKeepTheOrderOfAccess() throws Exception {
    for (int size : List.of(0, 1, 2, 5)) {
      for (boolean byAccess : List.of(true, false)) {
        var map = new LinkedHashMap<Integer, Integer>(16, 0.75f, byAccess);
        for (int i = 0; i < size; i++) {
          map.put(i, i);
        }
        List<Integer> before = List.copyOf(map.keySet());
        LinkedHashMap<Integer, Integer> back = Travel.byGraph(map);

        assertThat(map.keySet()).as("not touched").containsExactlyElementsOf(before);
        assertThat(back.keySet()).containsExactlyElementsOf(before);
        back.put(100, 0);
        back.put(101, 0);
        back.get(100);
        assertThat(new ArrayList<>(back.keySet()).get(size + 1))
            .as("size %d, by access %s", size, byAccess)
            .isEqualTo(byAccess ? 100 : 101);
      }
    }
  }

  @Test
  void shouldKeepArrays() throws Exception {
    var array =
        new Object[] {
          new boolean[] {true, false},
          new byte[] {-1, 2},
          new short[] {-3},
          new char[] {'\uffff'},
          new int[] {Integer.MIN_VALUE, 5},
          new long[] {Long.MAX_VALUE},
          new float[] {1.5f},
          new double[] {Math.E, -0d},
          new String[][] {{"a", null}, {}, null},
          new int[0][],
          new Line[] {new Line("x", 1, 2, null)},
          new Color[] {Color.GREEN}
        };

    assertThat(Arrays.deepEquals(Travel.byGraph(array), array)).isTrue();
    assertThat(Travel.byGraph(array)[8]).isInstanceOf(String[][].class);
  }

  @Test
  void shouldSetFieldsAsJavaDoes() throws Exception {
    var hiding = new Hiding();
    hiding.shorter = 99;

    Hiding back = Travel.byGraph(hiding);

    assertThat(back).usingRecursiveComparison().isEqualTo(Travel.byJava(hiding));
    assertThat(back.name).isEqualTo("below");
    assertThat(((Things.Primitive) back).name).isEqualTo("above");
    Node node = Travel.byGraph(new Node(1, 2));
    assertThat(node.made).as("made by the constructor of the superclass").isEqualTo(7);
    assertThat(node.gone).as("transient").isNull();
  }

  @Test
  void shouldKeepIdentityAndCycles() throws Exception {
    var text = new String("same");
    var list = new ArrayList<Object>();
    var node = new Node(list, text);
    list.addAll(List.of(node, text, new AtomicInteger(3), list));
    list.add(list.get(2));
    list.add(new Line(text, 1, 1, Color.RED));
    list.add(list.get(5));
    var map = new HashMap<Object, Object>();
    map.put("self", map);
    list.add(map);

    Node back = Travel.byGraph(node);

    @SuppressWarnings("unchecked")
    var copy = (List<Object>) back.left;
    assertThat(copy.get(0)).isSameAs(back);
    assertThat(copy.get(1)).isSameAs(back.right);
    assertThat(copy.get(2)).isSameAs(copy.get(4));
    assertThat(copy.get(3)).isSameAs(copy);
    assertThat(copy.get(5)).isSameAs(copy.get(6));
    assertThat(((Line) copy.get(5)).text()).isSameAs(back.right);
    assertThat(((Map<?, ?>) copy.get(7)).get("self")).isSameAs(copy.get(7));
    assertThat(((AtomicInteger) copy.get(2)).get()).isEqualTo(3);
  }

  @Test
  void shouldWriteRootsThatAreNotSerializable() throws Exception {
    var format = new GraphFormat(new OpenRules(), getClass().getClassLoader());
    var root = new NotSerializable();

    byte[] bytes = format.write(List.of(root), out -> out.writeObject(root));
    var back = (NotSerializable) format.read(bytes, 0, GraphInput::readObject);

    assertThat(back.names).containsExactly("a");
    assertThat(back.self).isSameAs(back);
    assertThat(back.number).isEqualTo(5);
    assertThatThrownBy(() -> Travel.write(root))
        .isInstanceOf(UnsupportedGraphException.class)
        .hasMessageContaining("not serializable");
  }

  @Test
  void shouldTurnReferencesIntoNamesAndBack() throws Exception {
    var stub = new OpenRules.Stub("Catalogue");

    List<Object> back = Travel.byGraph(new ArrayList<>(List.of(stub, stub)));

    assertThat(back.get(0)).isEqualTo(stub).isNotSameAs(stub);
    assertThat(back.get(1)).isSameAs(back.get(0));
  }

  static Stream<Object> unsupported() {
    var deep = new ArrayList<Object>();
    for (int i = 0; i < 40; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    Node chain = null;
    for (int i = 0; i < 40; i++) {
      chain = new Node(chain, null);
    }
    var cyclic = new Object[1];
    cyclic[0] = List.of(new Object[] {cyclic});
    var holder = new ArrayList<Object>();
    List<Object> immutable = List.of(holder, 1, 2);
    holder.add(immutable);
    return Stream.of(
        new Things.WithHook(),
        new Things.Resolving(),
        new IllegalStateException("throwables have their own form"),
        Arrays.asList("a"),
        Collections.unmodifiableList(new ArrayList<>()),
        (Comparator<String> & java.io.Serializable) String::compareTo,
        new Thread(),
        new Object(),
        String.class,
        deep,
        chain,
        immutable,
        List.of(new byte[1_000], "x".repeat(1 << 20)));
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void shouldLeaveTheRestToJava(Object object) {
    assertThatThrownBy(() -> Travel.write(object)).isInstanceOf(UnsupportedGraphException.class);
  }

  @Test
  void shouldBeAsGoodAsNewAfterAFailure() throws Exception {
    var format = new GraphFormat(new OpenRules(), getClass().getClassLoader());
    byte[] before = format.write(List.of(), out -> out.writeObject(new Node("a", "b")));
    assertThatThrownBy(
            () -> format.write(List.of(), out -> out.writeObject(new Node("a", new Object()))))
        .isInstanceOf(UnsupportedGraphException.class);

    assertThat(format.write(List.of(), out -> out.writeObject(new Node("a", "b"))))
        .isEqualTo(before);
  }

  @Test
  void shouldChangeFewBytesWhenLittleChanges() throws Exception {
    var lines = new ArrayList<Object>();
    for (int i = 0; i < 500; i++) {
      lines.add(new Line("line " + i, i, 1, i % 2 == 0 ? Color.RED : Color.GREEN));
    }
    byte[] before = Travel.write(lines);
    lines.set(7, new Line("line 7", 7, 999, Color.GREEN));
    byte[] replaced = Travel.write(lines);
    lines.add(3, new Line("a line more", 7, 9, Color.RED));
    byte[] inserted = Travel.write(lines);

    assertThat(replaced).hasSameSizeAs(before);
    assertThat(differing(before, replaced)).isLessThan(8);
    int end = commonEnd(replaced, inserted);
    assertThat(inserted.length - end).as("bytes up to what follows the insertion").isLessThan(300);
  }

  private static int differing(byte[] a, byte[] b) {
    int differing = 0;
    for (int i = 0; i < a.length; i++) {
      differing += a[i] == b[i] ? 0 : 1;
    }
    return differing;
  }

  private static int commonEnd(byte[] a, byte[] b) {
    int end = 0;
    while (a[a.length - 1 - end] == b[b.length - 1 - end]) {
      end++;
    }
    return end;
  }

  @Test
  void shouldReadNoClassThatIsRefused() throws Exception {
    byte[] bytes = Travel.write(List.of(new Node(new AtomicLong(), Color.RED)));
    for (Class<?> refused : List.of(Node.class, Color.class, AtomicLong.class)) {
      var rules = new OpenRules(refused.getName());
      var format = new GraphFormat(rules, getClass().getClassLoader());

      assertThatThrownBy(() -> format.read(bytes, 0, GraphInput::readObject))
          .as(refused.getName())
          .isInstanceOf(InvalidClassException.class)
          .hasMessageContaining("is refused");
      assertThatThrownBy(
              () -> format.write(List.of(), out -> out.writeObject(new Node(refused, null))))
          .isInstanceOf(UnsupportedGraphException.class);
    }
  }

  @Test
  void shouldRefuseClassesThatWouldNotBeWritten() {
    for (Class<?> other :
        List.of(
            Things.NotSerializable.class,
            Things.WithHook.class,
            Things.Resolving.class,
            Line.class,
            Color.class,
            Node[].class,
            Runnable.class,
            ArrayList.class)) {
      assertThatThrownBy(() -> Travel.read(forged(Tag.OBJECT, Description.OBJECT, other)))
          .as(other.getName())
          .isInstanceOf(InvalidClassException.class);
    }
    for (Class<?> other : List.of(Color.class, Node[].class, Runnable.class, ArrayList.class)) {
      assertThatThrownBy(() -> Travel.read(forged(Tag.PLAIN, Description.PLAIN, other)))
          .as(other.getName())
          .isInstanceOf(InvalidClassException.class);
    }
    assertThatThrownBy(() -> Travel.read(forged(Tag.RECORD, Description.RECORD, Node.class)))
        .isInstanceOf(InvalidClassException.class);
    assertThatThrownBy(() -> Travel.read(forged(Tag.OBJECT, Description.PLAIN, Node.class)))
        .isInstanceOf(StreamCorruptedException.class);
  }

  private static byte[] forged(byte tag, byte kind, Class<?> type) {
    byte[] description = Description.of(0, kind, type, List.of()).bytes();
    var bytes = new ByteArrayOutputStream();
    bytes.write(tag);
    bytes.write(0);
    bytes.write(description.length);
    bytes.writeBytes(description);
    return bytes.toByteArray();
  }

  @Test
  void shouldWriteNoObjectThatNobodyCanMakeAgain() {
    assertThatThrownBy(() -> Travel.write(new Things.Unmakeable()))
        .isInstanceOf(UnsupportedGraphException.class)
        .hasMessageContainingAll(Things.Unmakeable.class.getName(), "can be written and not read");
  }

  @Test
  void shouldBoundLengthsByTheBytesLeft() throws Exception {
    byte list = Travel.write(new ArrayList<>())[0];
    byte[] many = {list, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f};
    byte[] negative = {Tag.LATIN1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f};
    byte[] wide = {Tag.UTF16, 3, 0, 'a', 0, 'b'};
    byte[] longs = {Tag.LONGS, 2, 0, 0, 0, 0, 0, 0, 0, 0};
    byte[] back = {Tag.AGAIN, 1};
    byte[] unknown = {127};
    byte[] rest = {Tag.NULL, Tag.NULL};
    for (byte[] bytes : List.of(many, negative, wide, longs, back, unknown, rest)) {
      assertThatThrownBy(() -> Travel.read(bytes)).isInstanceOf(StreamCorruptedException.class);
    }
  }

  @Test
  void shouldKeepToTheLimitsWhenReading() throws Exception {
    byte list = Travel.write(new ArrayList<>())[0];
    byte[] deep = new byte[200];
    for (int i = 0; i + 1 < deep.length; i += 2) {
      deep[i] = list;
      deep[i + 1] = 1;
    }
    assertThatThrownBy(() -> Travel.read(deep))
        .isInstanceOf(InvalidObjectException.class)
        .hasMessageContaining("deeper");
    assertThatThrownBy(() -> Travel.read(new byte[new OpenRules().maxBytesRead() + 1]))
        .isInstanceOf(InvalidObjectException.class)
        .hasMessageContaining("is the limit");
  }

  @Test
  void shouldMakeNoMoreElementsThanThereAreBytesWhenListsAreWithinEachOther() throws Exception {
    byte list = Travel.write(new ArrayList<>())[0];
    byte[] nested = new byte[90];
    for (int i = 0; i < 10; i += 2) {
      nested[i] = list;
      nested[i + 1] = 40; // which alone would fit
    }

    assertThatThrownBy(() -> Travel.read(nested))
        .isInstanceOf(StreamCorruptedException.class)
        .hasMessageContaining("elements of 120 bytes in 90 bytes");
  }

  @Test
  void shouldTellWhatIsTooLargeFromWhatHasNoFormAtAll() {
    assertThatThrownBy(() -> Travel.write(List.of(new byte[1_000], "x".repeat(1 << 20))))
        .isInstanceOfSatisfying(
            UnsupportedGraphException.class, e -> assertThat(e.isOverLimit()).isTrue());
    assertThatThrownBy(() -> Travel.write(new Things.WithHook()))
        .isInstanceOfSatisfying(
            UnsupportedGraphException.class, e -> assertThat(e.isOverLimit()).isFalse());
  }

  @Test
  void shouldTakeLongArraysAndLists() throws Exception {
    assertThat(Travel.byGraph(new int[100_001])).hasSize(100_001);
    assertThat(Travel.byGraph(new ArrayList<>(Collections.nCopies(150_000, 1)))).hasSize(150_000);
  }
}
