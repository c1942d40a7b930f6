package org.g2cl.cmi.tomee.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.g2cl.cmi.tomee.graph.Things.Price;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Large collections of objects that never change, written again and again: whatever happens before,
 * in and behind them, they have the bytes of a graph that is written once. Objects have as many
 * bytes each, so that what one is replaced by leaves all behind it where it was.
 */
@SuppressWarnings("JavaUtilDate") // applications have them
class TapeTest {
  private static final int CHANGES = 60;
  private static final int SLOTS = 6;

  private static final GraphFormat FORMAT =
      new GraphFormat(new OpenRules(), TapeTest.class.getClassLoader());

  private final Shop shop = new Shop();
  private final Trail trail = new Trail();
  private int made;

  /** Never changes. */
  static final class Wine extends Serialized {
    private static final long serialVersionUID = 1L;

    Wine(String text, int quantity) {
      super(text, quantity);
    }
  }

  /** Its class has a name as long. */
  static final class Wood extends Serialized {
    private static final long serialVersionUID = 1L;

    Wood(String text, int quantity) {
      super(text, quantity);
    }
  }

  /** What these two consist of. */
  abstract static class Serialized implements Serializable {
    private static final long serialVersionUID = 1L;

    final String text;
    final int quantity;

    Serialized(String text, int quantity) {
      this.text = text;
      this.quantity = quantity;
    }
  }

  /** The graph: what comes before the collections, these, and what comes behind them. */
  private static final class Shop implements Serializable {
    private static final long serialVersionUID = 1L;

    final Object[] head = new Object[SLOTS];

    @SuppressWarnings("UnusedVariable") // it is written into the graph
    int changes;

    final List<Object> list = new ArrayList<>();
    final Map<Object, Object> map = new LinkedHashMap<>();
    final Object[] tail = new Object[SLOTS];
  }

  private Object ware(int kind) {
    String text = "ware %05d".formatted(made % 100_000);
    made++;
    return switch (kind % 4) {
      case 0 -> new Wine(text, made);
      case 1 -> new Wood(text, made);
      case 2 -> new Price(text, made, made);
      default -> text;
    };
  }

  @BeforeEach
  void fill() {
    for (int i = 0; i < 200; i++) {
      shop.list.add(ware(0));
      shop.map.put(i % 2 == 0 ? (Object) i : "key %04d".formatted(i), ware(i % 40 == 0 ? 1 : 2));
    }
  }

  private byte[] write(Trail by) throws UnsupportedGraphException {
    return FORMAT.write(List.of(), out -> out.writeObject(shop), by);
  }

  /** By a new array each time, as a bean that counts its calls has it. */
  private void assertWrittenAsAnew(Object what) throws UnsupportedGraphException {
    shop.changes++;
    assertThat(write(trail)).as("%s", what).isEqualTo(write(new Trail()));
  }

  private void settle() throws UnsupportedGraphException {
    for (int i = 0; i < 4; i++) {
      assertWrittenAsAnew("settling");
    }
  }

  private int passed() {
    return trail.mentions().tapes().passed();
  }

  @Property(tries = 150)
  void shouldWriteTheSameBytesAsWithoutATrail(@ForAll long seed) throws Exception {
    new TapeTest().writeAgainAndAgain(seed); // tries have one instance in common
  }

  private void writeAgainAndAgain(long seed) throws UnsupportedGraphException {
    fill();
    var random = new Random(seed);
    int passed = 0;
    for (int change = 0; change < CHANGES; change++) {
      for (int i = random.nextInt(4); i >= 0; i--) {
        assertWrittenAsAnew(change);
        passed += passed();
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        change(random);
      }
    }
    assertThat(passed).as("parts that were passed by").isPositive();
  }

  private void change(Random random) {
    int at = random.nextInt(shop.list.size());
    int slot = random.nextInt(SLOTS);
    Object any = random.nextBoolean() ? shop.list.get(at) : value(random);
    switch (random.nextInt(20)) {
      case 0 -> shop.head[slot] = any;
      case 1 -> shop.tail[slot] = any;
      case 2 -> shop.head[slot] = textOf(any);
      case 3 -> shop.tail[slot] = textOf(any);
      case 4 -> shop.head[slot] = ware(random.nextInt(4));
      case 5 -> shop.list.set(at, ware(random.nextInt(4)));
      case 6 -> shop.map.replace(key(random), ware(random.nextInt(4)));
      case 7 -> shop.map.replace(key(random), any);
      case 8 -> shop.list.set(at, shop.list.get(random.nextInt(shop.list.size())));
      case 9 -> shop.list.add(at, shop.list.remove(shop.list.size() - 1));
      case 10 -> shop.list.subList(at, Math.min(at + 3, shop.list.size())).clear();
      case 11 -> shop.list.add(ware(0));
      case 12 -> Arrays.fill(shop.head, null);
      case 13 -> shop.list.set(at, random.nextBoolean() ? null : new Date(at));
      case 14 -> shop.head[slot] = random.nextBoolean() ? shop.list : (Object) 1L;
      case 15 -> shop.tail[slot] = random.nextBoolean() ? shop.map : new Object[] {any};
      case 16 -> addValues(random);
      case 17 -> shop.list.subList(32 * (shop.list.size() / 32), shop.list.size()).clear();
      case 18 -> shop.list.add(null);
      default -> shop.map.put(new String("key %04d".formatted(random.nextInt(300))), ware(2));
    }
    while (shop.list.size() < 150) {
      shop.list.add(ware(0));
    }
  }

  private void addValues(Random random) {
    for (int i = random.nextInt(100); i > 0 && shop.list.size() < 400; i--) {
      shop.list.add(i % 2 == 0 ? (Object) (long) i : (Object) true);
    }
  }

  private Object key(Random random) {
    return List.copyOf(shop.map.keySet()).get(random.nextInt(shop.map.size()));
  }

  private Object value(Random random) {
    return shop.map.get(key(random));
  }

  private static Object textOf(Object ware) {
    if (ware instanceof Serialized serialized) {
      return serialized.text;
    }
    return ware instanceof Price price ? price.currency() : ware;
  }

  @Test
  void shouldPassPartsByThatAreAsBefore() throws Exception {
    settle();
    int all = passed();
    assertThat(all).isGreaterThan(12);
    shop.list.set(100, ware(0));
    assertWrittenAsAnew("one replaced");
    assertThat(passed()).isEqualTo(all - 1);
    settle();
    assertThat(passed()).isEqualTo(all);
  }

  @Test
  void shouldSeeThatAnObjectIsMentionedBefore() throws Exception {
    shop.head[0] = ware(0);
    shop.head[1] = ware(0);
    settle();
    shop.head[1] = shop.list.get(100);
    assertWrittenAsAnew("an object");
    settle();
    shop.head[1] = ware(0);
    settle();
    shop.head[1] = new Wine((String) textOf(shop.list.get(100)), 7);
    assertWrittenAsAnew("its text");
  }

  @Test
  void shouldSeeThatARecordWithoutTextsIsMentionedBefore() throws Exception {
    shop.head[0] = new Price(null, 1, 1);
    shop.head[1] = new Price(null, 2, 2);
    shop.list.replaceAll(ware -> new Price(null, made++, 3));
    settle();
    shop.head[1] = shop.list.get(100);
    assertWrittenAsAnew("a record");
  }

  @Test
  void shouldCountWhatIsMentionedInAsManyBytes() throws Exception {
    for (int at : new int[] {0, 31, 100}) {
      shop.tail[0] = shop.list.get(150);
      shop.list.set(at, "7 bytes");
      settle();
      shop.list.set(at, 1L);
      assertWrittenAsAnew(at);
    }
  }

  @Test
  void shouldSeeThatAnObjectIsMentionedBehindAndNotAnyMore() throws Exception {
    settle();
    for (Object behind : new Object[] {shop.list.get(100), textOf(shop.list.get(100)), null}) {
      shop.tail[0] = behind;
      assertWrittenAsAnew(behind);
      settle();
    }
    shop.tail[0] = shop.list.get(100);
    settle();
    shop.tail[0] = shop.list.set(100, ware(0));
    assertWrittenAsAnew("behind alone");
  }

  @Test
  void shouldDescribeAClassWhereItsFirstObjectIsNow() throws Exception {
    shop.list.replaceAll(ware -> ware(1));
    shop.map.clear();
    shop.head[0] = ware(1);
    settle();
    shop.head[0] = ware(0);
    assertWrittenAsAnew("another class before");
    settle();
    shop.head[0] = ware(1);
    assertWrittenAsAnew("and back");
  }

  @Test
  void shouldSeeAPartThatHasShrunkOrGrown() throws Exception {
    settle();
    for (int size : new int[] {199, 193, 192, 191, 200, 40, 200}) {
      while (shop.list.size() > size) {
        shop.list.remove(shop.list.size() - 1);
      }
      while (shop.list.size() < size) {
        shop.list.add(ware(0));
      }
      assertWrittenAsAnew(size);
      settle();
    }
  }

  @Test
  void shouldSeeNullWhereAPartHasGone() throws Exception {
    while (shop.list.size() > 193) {
      shop.list.remove(193);
    }
    settle();
    shop.list.remove(192);
    assertWrittenAsAnew("a part less");
    shop.list.add(null);
    assertWrittenAsAnew("null in its place");
  }

  @Test
  void shouldPassValuesByBehindAnObjectThatIsReplaced() throws Exception {
    shop.list.clear();
    for (int i = 0; i < 200; i++) {
      shop.list.add(i % 3 == 0 ? (Object) (i / 7d) : i % 3 == 1 ? null : (Object) (long) i);
    }
    shop.list.set(31, new Date(1));
    settle();
    assertThat(passed()).isGreaterThan(10);
    shop.list.set(31, new Date(2));
    assertWrittenAsAnew("a date replaced");
    assertWrittenAsAnew("nothing replaced");
    for (int i = 0; i < SLOTS - 1; i++) {
      shop.tail[i] = ware(3);
    }
    shop.tail[SLOTS - 1] = shop.map;
    assertWrittenAsAnew("new ones behind");
  }

  @Test
  void shouldKeepNoTrailAfterAnError() throws Exception {
    settle();
    Object whole = shop.tail[0];
    shop.tail[0] = new Things.NotSerializable();
    assertThatThrownBy(() -> write(trail)).isInstanceOf(UnsupportedGraphException.class);
    assertThat(trail.isEmpty()).isTrue();
    shop.tail[0] = whole;
    settle();
  }

  @Test
  void shouldNotHoldWhatHasLeftACollection() throws Exception {
    settle();
    int most = trail.heapBytes();
    shop.map.clear();
    shop.list.subList(70, 200).clear();
    settle();
    assertThat(trail.mentions().tapes().held()).isEqualTo(70);
    shop.list.clear();
    settle();
    assertThat(trail.mentions().tapes().held()).isZero();
    assertThat(trail.heapBytes()).isLessThan(most);
  }
}
