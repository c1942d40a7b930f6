package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeltaTest {
  private static final int LARGE = 100_000;

  /** Line of a cart, about 100 bytes when written. */
  private record Item(String name, String note, long price, int quantity) implements Serializable {
    static Item number(int n) {
      return new Item("article " + n, "a note of some length about article " + n, 100L + n, 1);
    }

    Item times(int newQuantity) {
      return new Item(name, note, price, newQuantity);
    }
  }

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] write(Object object) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static List<Item> items(int count) {
    var items = new ArrayList<Item>();
    for (int n = 0; n < count; n++) {
      items.add(Item.number(n));
    }
    return items;
  }

  private static byte[] checked(byte[] older, byte[] newer) {
    byte[] delta = Delta.between(older, newer);
    assertThat(delta).isNotNull();
    assertThat(Delta.newLength(delta)).isEqualTo(newer.length);
    assertThat(Delta.apply(older, delta)).isEqualTo(newer);
    return delta;
  }

  @Test
  void shouldBeAFewBytesWhenOneFieldIsOverwritten() {
    byte[] older = random(LARGE, 1);
    byte[] newer = older.clone();
    newer[70_000]++;

    assertThat(checked(older, newer)).hasSizeLessThan(20);
  }

  @Test
  void shouldBeSmallWhenFieldsFarApartAreOverwritten() {
    byte[] older = random(LARGE, 2);
    byte[] newer = older.clone();
    newer[10]++;
    newer[50_000]++;
    newer[99_990]++;

    assertThat(checked(older, newer)).hasSizeLessThan(40);
  }

  @Test
  void shouldBeSmallWhenAFieldGrowsAndAnotherShrinks() {
    byte[] older = random(LARGE, 3);
    var newer = new ByteArrayOutputStream();
    newer.write(older, 0, 100);
    newer.writeBytes(new byte[] {1, 2, 3});
    newer.write(older, 100, 60_000);
    newer.write(older, 60_200, LARGE - 60_200);

    assertThat(checked(older, newer.toByteArray())).hasSizeLessThan(60);
  }

  @Test
  void shouldFindPartsThatHaveMoved() {
    byte[] older = random(LARGE, 4);
    var newer = new ByteArrayOutputStream();
    newer.write(older, 50_000, 50_000);
    newer.write(older, 0, 50_000);

    assertThat(checked(older, newer.toByteArray())).hasSizeLessThan(60);
  }

  @Test
  void shouldBeSmallForListsOfSerializedItems() throws IOException {
    List<Item> items = items(1_024);
    byte[] older = write(items);
    items.set(500, items.get(500).times(7));
    byte[] oneChanged = write(items);
    items.remove(3);
    items.add(Item.number(2_000));
    items.set(900, items.get(900).times(9));
    byte[] moreChanged = write(items);

    assertThat(older.length).isGreaterThan(70_000);
    assertThat(checked(older, oneChanged)).hasSizeLessThan(30);
    assertThat(checked(oneChanged, moreChanged)).hasSizeLessThan(300);
  }

  @Test
  void shouldGiveUpWhenNothingIsCommon() {
    assertThat(Delta.between(random(1_000, 5), random(1_000, 6))).isNull();
    assertThat(Delta.between(new byte[0], random(1_000, 6))).isNull();
    assertThat(Delta.between(random(10, 5), random(LARGE, 6))).isNull();
  }

  @Test
  void shouldCopeWithUniformBytesInTimeThatGrowsWithTheirNumber() {
    byte[] older = new byte[LARGE];
    byte[] newer = new byte[LARGE + 5_000];
    newer[60_000] = 1;

    assertThat(checked(older, newer)).hasSizeLessThan(5_100);
  }

  @Test
  void shouldReturnWhatWasMadeOfRandomEdits() {
    long seed = 42;
    Random random = new Random(seed);
    byte[] state = random(2_000, seed);
    for (int round = 0; round < 3_000; round++) {
      byte[] next = edit(state, random);
      byte[] delta = Delta.between(state, next);
      if (delta != null) {
        assertThat(Delta.apply(state, delta)).as("seed %d round %d", seed, round).isEqualTo(next);
      }
      state = next.length > 4_000 || next.length < 20 ? random(2_000, round) : next;
    }
  }

  private static byte[] edit(byte[] state, Random random) {
    var edited = new ByteArrayOutputStream();
    int at = 0;
    for (int edits = random.nextInt(4); edits >= 0; edits--) {
      int keep = random.nextInt(state.length - at + 1);
      edited.write(state, at, keep);
      at = Math.min(state.length, at + keep + random.nextInt(40));
      edited.writeBytes(random(random.nextInt(40), random.nextLong()));
    }
    edited.write(state, at, state.length - at);
    return edited.toByteArray();
  }

  @Test
  void shouldSurviveEveryDamageAndTruncation() {
    Random random = new Random(7);
    byte[] older = random(3_000, 8);
    byte[] delta = checked(older, edit(older, random));
    for (int length = 0; length < delta.length; length++) {
      Delta.apply(older, Arrays.copyOf(delta, length));
    }
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = delta.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      if (Delta.newLength(damaged) < LARGE) {
        Delta.apply(older, damaged);
      }
    }
    assertThat(Delta.newLength(new byte[0])).isEqualTo(-1);
    assertThat(Delta.apply(new byte[10], delta)).isNull();
  }
}
