package org.g2cl.cmi.tomee.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.g2cl.cmi.tomee.graph.Things.Counter;
import org.g2cl.cmi.tomee.graph.Things.Item;
import org.g2cl.cmi.tomee.graph.Things.Node;
import org.g2cl.cmi.tomee.graph.Things.Price;
import org.junit.jupiter.api.Test;

/** A graph that is written again and again has the bytes of one that is written once. */
@SuppressWarnings("JavaUtilDate") // applications have them
class TrailTest {
  private static final int CHANGES = 30;

  private static final GraphFormat FORMAT =
      new GraphFormat(new OpenRules(), TrailTest.class.getClassLoader());

  private static byte[] write(Object graph, Trail trail) throws UnsupportedGraphException {
    return FORMAT.write(
        List.of(),
        out -> {
          out.writeByte(7);
          out.writeObject(graph);
        },
        trail);
  }

  @Property(tries = 100)
  @SuppressWarnings("unchecked") // a random graph is a list
  void shouldWriteTheSameBytesAsWithoutATrail(@ForAll long seed)
      throws UnsupportedGraphException, IOException, ClassNotFoundException {
    var random = new Random(seed);
    var made = new RandomGraph(seed);
    var root = (List<Object>) made.make(700);
    var trail = new Trail();
    for (int change = 0; change < CHANGES; change++) {
      byte[] written = write(root, trail);

      assertThat(written).as("change %d", change).isEqualTo(write(root, new Trail()));
      for (int i = random.nextInt(4); i > 0; i--) {
        change(root, made, random);
      }
    }
    assertThat(trail.isEmpty()).as("too small to need a trail").isFalse();
  }

  @SuppressWarnings("unchecked") // as above
  private static void change(List<Object> root, RandomGraph made, Random random) {
    int at = random.nextInt(root.size());
    switch (random.nextInt(11)) {
      case 0 -> root.remove(at);
      case 1 -> root.add(at, "new " + random.nextInt());
      case 2 -> root.set(at, new String("\u20ac " + random.nextInt(3)));
      case 3 -> root.add(at, root.get(random.nextInt(root.size())));
      case 4 -> root.set(at, new Node("left", root.get(random.nextInt(root.size()))));
      case 5 -> root.addAll(at, (List<Object>) made.make(5));
      case 6 -> root.add(root.remove(at));
      case 7 -> root.subList(at, Math.min(root.size(), at + 20)).clear();
      case 8 -> root.add(random.nextInt(root.size()), textOf(root.get(at)));
      case 9 -> root.replaceAll(object -> object instanceof Price ? null : object);
      default -> changeInside(root.get(at), random);
    }
    if (root.size() < 500) {
      root.addAll((List<Object>) made.make(200));
    }
  }

  /** The very text that an object leads to. */
  private static Object textOf(Object object) {
    if (object instanceof Item item) {
      return item.comment == null ? item.text : item.comment;
    }
    return object instanceof Price price ? price.currency() : object;
  }

  private static void changeInside(Object object, Random random) {
    if (object instanceof Date date) {
      date.setTime(random.nextInt());
    } else if (object instanceof int[] numbers) {
      numbers[0] = random.nextInt();
    } else if (object instanceof Node node) {
      node.right = random.nextInt();
    }
  }

  private static List<Object> texts(int count) {
    var texts = new ArrayList<Object>();
    for (int i = 0; i < count; i++) {
      texts.add((i % 2 == 0 ? "text of some length, number " : "\u20ac ") + i);
    }
    return texts;
  }

  private static List<Object> items(int count) {
    var items = new ArrayList<Object>();
    for (int i = 0; i < count; i++) {
      items.add(
          i % 2 == 0
              ? new Item("text of item " + i, "comment " + i, i)
              : new Price("currency " + i, i, i));
    }
    return items;
  }

  private static void assertWrittenAsAnew(List<Object> graph, Trail trail)
      throws UnsupportedGraphException {
    assertThat(write(graph, trail)).isEqualTo(write(graph, new Trail()));
  }

  @Test
  void shouldDescribeAClassWhenItsFirstObjectHasGone() throws Exception {
    List<Object> items = items(300);
    var trail = new Trail();
    write(items, trail);
    items.subList(0, 2).clear();
    assertWrittenAsAnew(items, trail);
    items.set(0, null);
    items.set(1, null);

    assertWrittenAsAnew(items, trail);
  }

  @Test
  void shouldFindTheTextsOfObjectsThatNeverChangeMentionedBeforeOrAfterThem() throws Exception {
    List<Object> items = items(300);
    var trail = new Trail();
    write(items, trail);
    for (int at : new int[] {100, 101}) {
      Object text = textOf(items.get(at));
      items.add(200, text);
      assertWrittenAsAnew(items, trail);
      items.remove(200);
      items.set(20, text);
      assertWrittenAsAnew(items, trail);
      items.set(20, null);
      assertWrittenAsAnew(items, trail);
    }
  }

  @Test
  void shouldMoveObjectsThatNeverChange() throws Exception {
    List<Object> items = items(300);
    var trail = new Trail();
    write(items, trail);
    for (int i = 0; i < 10; i++) {
      items.set(i, "of another length".repeat(i));
      assertWrittenAsAnew(items, trail);
      items.add(290, textOf(items.get(50 + i)));
      assertWrittenAsAnew(items, trail);
    }
  }

  @Test
  void shouldKeepToTheLimitOfDepthWhenAnObjectThatNeverChangesIsNestedDeeper() throws Exception {
    List<Object> described = items(2);
    List<Object> inner = items(300);
    boolean isRefused = false;
    while (!isRefused) {
      var trail = new Trail();
      write(List.of(described, inner), trail);
      inner = new ArrayList<>(List.of(inner));
      List<Object> deeper = List.of(described, inner);
      isRefused = isRefused(deeper, new Trail());

      assertThat(isRefused(deeper, trail)).isEqualTo(isRefused);
    }
  }

  @Test
  void shouldKeepToTheLimitOfBytesWithAndWithoutATrail() throws Exception {
    int most = new OpenRules().maxBytes();
    var texts = new ArrayList<Object>(texts(300));
    var trail = new Trail();
    byte[] written = write(texts, trail);
    String rest = "x".repeat(most - written.length - 4); // its tag and the bytes of its length
    texts.add(rest);
    assertThat(write(texts, new Trail())).hasSize(most);
    assertThat(write(texts, trail)).hasSize(most);
    texts.set(300, rest + "x");
    assertThat(isRefused(texts, new Trail())).isTrue();
    assertThat(isRefused(texts, trail)).isTrue();

    List<Object> small = new ArrayList<>(Collections.nCopies(most / 2_900 + 6, null));
    small.replaceAll(none -> new String("x".repeat(2_900)));
    assertThat(isRefused(small, new Trail())).as("by buffers that grow").isTrue();
  }

  private static boolean isRefused(Object graph, Trail trail) {
    try {
      write(graph, trail);
      return false;
    } catch (UnsupportedGraphException e) {
      return true;
    }
  }

  @Test
  void shouldSeeAFieldThatIsNotFinalBesideOneThatIs() throws Exception {
    List<Object> items = items(300);
    var counter = new Counter("second");
    items.addAll(List.of(new Counter("first"), counter));
    var trail = new Trail();
    write(items, trail);
    counter.count++;

    assertWrittenAsAnew(items, trail);
  }

  @Test
  void shouldSeeWhatIsReplacedByAsManyBytesAndLeaveTheArrayOfBeforeAlone() throws Exception {
    for (Object[] pair :
        new Object[][] {
          {"text one", "text two"},
          {"\u20ac one", "\u20ac two"},
          {"\u20ac", "ab"},
          {BigInteger.ONE, BigInteger.TWO},
          {1L, 2L},
          {'a', 'b'},
          {true, false},
          {1.5, 2.5},
          {new Item("one", "a", 1), new Item("two", "b", 2)},
          {new Price("EUR", 1, 1), new Price("USD", 2, 2)}
        }) {
      List<Object> items = items(300);
      items.add(150, pair[0]);
      var trail = new Trail();
      byte[] first = write(items, trail);
      byte[] kept = first.clone();
      items.set(150, pair[1]);

      assertThat(write(items, trail)).as("%s", pair[1]).isEqualTo(write(items, new Trail()));
      assertThat(first).as("%s", pair[1]).isEqualTo(kept);
    }
  }

  /** Java promises as little: who has read a final field need not see that it was changed. */
  @Test
  void shouldNotSeeAFinalFieldThatWasChangedByReflection() throws Exception {
    List<Object> items = items(300);
    var trail = new Trail();
    byte[] first = write(items, trail);
    Field quantity = Item.class.getDeclaredField("quantity");
    quantity.setAccessible(true);
    quantity.setInt(items.get(100), 7);

    assertThat(write(items, trail)).isSameAs(first);
    assertThat(write(items, new Trail())).isNotEqualTo(first);
    items.set(100, new Item("text of item 100", "comment 100", 7));
    assertWrittenAsAnew(items, trail);
  }

  @Test
  void shouldGiveTheArrayOfBeforeWhenNothingHasChanged() throws Exception {
    List<Object> texts = texts(300);
    var trail = new Trail();
    byte[] first = write(texts, trail);

    assertThat(write(texts, trail)).isSameAs(first);
    texts.set(7, "another");
    byte[] second = write(texts, trail);
    assertThat(second).isNotSameAs(first).isEqualTo(write(texts, new Trail()));
    assertThat(first).as("not written into").isEqualTo(write(texts(300), new Trail()));
  }

  @Test
  void shouldNotHoldWhatHasLeftTheGraphNorGrow() throws Exception {
    List<Object> texts = texts(300);
    var trail = new Trail();
    write(texts, trail);
    int least = trail.heapBytes();
    for (int i = 0; i < 10_000; i++) {
      texts.set(i % 300, "text that comes and goes, number " + i);
      write(texts, trail);
    }

    assertThat(trail.heapBytes()).isLessThan(2 * least);
    assertThat(write(texts, trail)).isEqualTo(write(texts, new Trail()));
  }

  @Test
  void shouldNotKeepATrailOfASmallGraph() throws Exception {
    var trail = new Trail();
    write(texts(20), trail);

    assertThat(trail.isEmpty()).isTrue();
    assertThat(trail.heapBytes()).isZero();
  }

  @Test
  void shouldFindBytesOfTextsOfAnyLength() throws Exception {
    var texts = new ArrayList<Object>();
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384}) {
      texts.add("x".repeat(length));
      texts.add("\u20ac".repeat(length));
    }
    var trail = new Trail();
    write(texts, trail);
    texts.add(0, "moves all others");

    assertThat(write(texts, trail)).isEqualTo(write(texts, new Trail()));
  }
}
