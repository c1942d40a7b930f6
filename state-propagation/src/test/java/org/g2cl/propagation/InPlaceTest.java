package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** States that are written into, and their checksums, against those that are made anew. */
class InPlaceTest {
  private static final int ROUNDS = 1_000;

  private static byte[] random(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** The same with some parts overwritten. */
  private static byte[] overwritten(byte[] before, Random random) {
    byte[] after = before.clone();
    for (int i = random.nextInt(5); i >= 0; i--) {
      int start = random.nextInt(after.length);
      int length = Math.min(after.length - start, 1 + random.nextInt(12));
      System.arraycopy(random(random, length), 0, after, start, length);
    }
    return after;
  }

  @Test
  void shouldMakeTheSameStateAndChecksumAsMakingThemAnew() {
    int written = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      var random = new Random(seed);
      byte[] before = random(random, InPlace.SMALLEST + random.nextInt(5_000));
      byte[] after = overwritten(before, random);
      InPlace inPlace = new InPlace(before, Delta.between(before, after));
      if (!inPlace.isWorthIt()) {
        continue; // found to have moved
      }
      written++;
      int sum = inPlace.checksum(Checksum.of(before));
      inPlace.write();

      assertThat(before).as("seed %d", seed).isEqualTo(after);
      assertThat(sum).as("seed %d", seed).isEqualTo(Checksum.of(after));
    }
    assertThat(written).isGreaterThan(ROUNDS * 9 / 10);
  }

  private static boolean isWorthIt(byte[] before, byte[] after) {
    return new InPlace(before, Delta.between(before, after)).isWorthIt();
  }

  @Test
  void shouldBeForLargeStatesOfWhichFewPartsChangeAndNothingMoves() {
    byte[] before = random(new Random(1), InPlace.SMALLEST);
    byte[] moved = new byte[before.length];
    System.arraycopy(before, 0, moved, 10, before.length - 10);
    byte[] inMostParts = before.clone();
    for (int part = 0; part < InPlace.MOST_PARTS; part++) {
      inMostParts[part * 100]++;
    }
    byte[] inMoreParts = inMostParts.clone();
    inMoreParts[before.length - 1]++;
    byte[] small = Arrays.copyOf(before, before.length - 1);
    byte[] smallChanged = small.clone();
    smallChanged[9]++;

    assertThat(isWorthIt(before, inMostParts)).isTrue();
    assertThat(isWorthIt(before, inMoreParts)).as("parts").isFalse();
    assertThat(isWorthIt(before, moved)).as("moves").isFalse();
    assertThat(isWorthIt(before, Arrays.copyOf(before, before.length + 10))).as("grows").isFalse();
    assertThat(isWorthIt(small, smallChanged)).as("small").isFalse();
  }

  /** What fits is what the general way makes of it, whatever the bytes are. */
  @Test
  void shouldTakeNoDifferenceThatTheGeneralWayRefusesOrReadsInAnotherWay() {
    byte[] start = random(new Random(1), InPlace.SMALLEST);
    int taken = 0;
    for (int seed = 0; seed < 10 * ROUNDS; seed++) {
      var random = new Random(seed);
      byte[] before = start.clone();
      byte[] delta = Delta.between(before, overwritten(before, random));
      delta[random.nextInt(delta.length)] = (byte) random.nextInt(256);
      InPlace inPlace = new InPlace(before, delta);
      if (inPlace.isWorthIt()) {
        byte[] general = Delta.apply(before, delta);
        int sum = inPlace.checksum(Checksum.of(before));
        inPlace.write();
        assertThat(before).as("seed %d", seed).isEqualTo(general);
        assertThat(sum).as("seed %d", seed).isEqualTo(Checksum.of(before));
        taken++;
      }
    }
    assertThat(taken).isPositive();
  }

  /** Bytes put in without a copy after them: what follows is from where the last copy ended. */
  @Test
  void shouldNotTakeACopyForOneInPlaceThatIsNot() {
    byte[] before = random(new Random(1), InPlace.SMALLEST);
    var delta = new ByteArrayOutputStream();
    number(delta, before.length);
    number(delta, 4);
    delta.writeBytes(new byte[4]);
    number(delta, 0);
    number(delta, 0);
    number(delta, before.length - 4);
    number(delta, 0);

    byte[] after = Delta.apply(before, delta.toByteArray());

    assertThat(Arrays.copyOfRange(after, 4, 8)).isEqualTo(Arrays.copyOf(before, 4));
    assertThat(new InPlace(before, delta.toByteArray()).isWorthIt()).isFalse();
  }

  private static void number(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest > 0x7f) {
      out.write(rest | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
