package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DeliveredNumbersTest {
  private static final long MANY = 100_000;

  private final DeliveredNumbers numbers = new DeliveredNumbers();

  @Test
  void shouldTakeNothingTwiceHoweverOldItIs() {
    assertThat(LongStream.rangeClosed(1, MANY)).allMatch(numbers::add);
    assertThat(LongStream.rangeClosed(1, MANY)).noneMatch(numbers::add);
    assertThat(numbers.add(MANY + 1)).isTrue();
  }

  @Test
  void shouldTakeWhatIsLateHoweverLateItIs() {
    numbers.add(1);
    assertThat(LongStream.rangeClosed(3, MANY)).allMatch(numbers::add);
    assertThat(numbers.add(2)).isTrue();
    assertThat(numbers.add(2)).isFalse();
  }

  @Test
  void shouldTakeWhatComesAfterTheFirstThoughItIsBelow() {
    assertThat(numbers.add(MANY)).isTrue();
    assertThat(numbers.add(MANY - 5)).isTrue();
    assertThat(numbers.add(MANY - 5)).isFalse();
  }

  @Test
  void shouldTakeTheLowestForDeliveredWhenTooManyAreMissing() {
    assertThat(LongStream.range(0, 2_000).map(n -> 2 * n)).allMatch(numbers::add);
    assertThat(numbers.add(1)).isFalse();
    assertThat(numbers.add(3_997)).isTrue();
  }

  @Property
  boolean shouldTakeEachOnceInWhateverOrder(
      @ForAll List<@LongRange(min = 0, max = 300) Long> order) {
    var fresh = new DeliveredNumbers();
    Set<Long> taken = new HashSet<>();
    return order.stream().allMatch(number -> fresh.add(number) == taken.add(number));
  }
}
