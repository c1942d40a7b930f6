package org.g2cl.cmi.tomee.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Random graphs, and random damage. */
class GraphFormatPropertyTest {

  /** What Java makes of both is compared: it tells apart what differs in value or identity. */
  @Property(tries = 500)
  void comesBackAsByJava(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size)
      throws Exception {
    Object graph = new RandomGraph(seed).make(size);
    Object byJava = Travel.byJava(graph);

    Object byGraph = Travel.byGraph(graph);

    assertThat(Pairing.difference(byGraph, byJava)).isEmpty();
    assertThat(Travel.write(graph)).as("the same bytes again").isEqualTo(Travel.write(graph));
  }

  /** Neither an error of the JVM nor an exception that is not checked, whatever the bytes are. */
  @Property(tries = 1_000)
  void damageIsRefusedOrHarmless(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int errors)
      throws Exception {
    byte[] bytes = Travel.write(new RandomGraph(seed).make(20));
    var random = new Random(seed);
    for (int i = 0; i < errors; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    readOrRefuse(random.nextInt(4) == 0 ? cut(bytes, random) : bytes);
  }

  private static byte[] cut(byte[] bytes, Random random) {
    return Arrays.copyOf(bytes, random.nextInt(bytes.length));
  }

  @Property(tries = 1_000)
  void noiseIsRefusedOrHarmless(@ForAll byte[] bytes) {
    readOrRefuse(bytes);
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      var unused = Travel.read(bytes);
    } catch (IOException | ClassNotFoundException e) {
      assertThat(e.toString()).doesNotContain("Error");
    } catch (StackOverflowError e) {
      // a map within one of its own keys, whose hash has no end: the codec of states refuses it
      assertThat(e.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("hashCode"));
    }
  }
}
