package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class ReplayWindowTest {
  private static final int SIZE = 128;

  @Property(tries = 300)
  void shouldTakeEachNumberOnceAndNoneTooFarBack(
      @ForAll @Size(max = 300) java.util.List<@LongRange(min = -2, max = 400) Long> numbers) {
    ReplayWindow window = new ReplayWindow(SIZE);
    Set<Long> taken = new HashSet<>();
    long highest = 0;
    for (long number : numbers) {
      boolean expected = number >= 1 && number > highest - SIZE && !taken.contains(number);
      assertThat(window.accept(number))
          .as("number %d after %d", number, highest)
          .isEqualTo(expected);
      if (expected) {
        taken.add(number);
        highest = Math.max(highest, number);
      }
    }
  }
}
