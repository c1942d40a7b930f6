package org.g2cl.cmi.tomee.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.g2cl.cmi.tomee.graph.Things.Node;
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
    switch (random.nextInt(9)) {
      case 0 -> root.remove(at);
      case 1 -> root.add(at, "new " + random.nextInt());
      case 2 -> root.set(at, new String("\u20ac " + random.nextInt(3)));
      case 3 -> root.add(at, root.get(random.nextInt(root.size())));
      case 4 -> root.set(at, new Node("left", root.get(random.nextInt(root.size()))));
      case 5 -> root.addAll(at, (List<Object>) made.make(5));
      case 6 -> root.add(root.remove(at));
      case 7 -> root.subList(at, Math.min(root.size(), at + 20)).clear();
      default -> changeInside(root.get(at), random);
    }
    if (root.size() < 500) {
      root.addAll((List<Object>) made.make(200));
    }
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
