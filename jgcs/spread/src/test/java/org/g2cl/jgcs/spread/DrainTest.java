package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.Test;

/** End of the reading of a connection. */
class DrainTest {
  private final List<GroupException> ends = new ArrayList<>();
  private int frames;

  private void runUntil(Drain.Step last) {
    Drain.Step step =
        () -> {
          if (++frames == 3) {
            last.run();
          }
        };
    new Drain("#a#d1 at host:1", step, ends::add).run();
  }

  @Test
  void shouldReadUntilItFailsAndSayWhy() {
    GroupException own = new GroupException("thrown by the test");
    runUntil(
        () -> {
          throw own;
        });
    assertThat(frames).isEqualTo(3);
    assertThat(ends).containsExactly(own);
  }

  @Test
  void shouldNameTheConnectionAndWhatMayHaveEndedIt() {
    runUntil(
        () -> {
          throw new EOFException();
        });
    frames = 0;
    runUntil(
        () -> {
          throw new IOException("reset");
        });
    assertThat(ends.get(0)).hasMessageContainingAll("#a#d1 at host:1", "MaxSessionMessages");
    assertThat(ends.get(1)).hasMessageContainingAll("#a#d1 at host:1", "reset");
  }

  @Test
  void shouldEndTheMembershipAlsoWhereThereIsNoMemoryToSayWhy() {
    assertThatThrownBy(
            () ->
                runUntil(
                    () -> {
                      throw new Unspeakable();
                    }))
        .isInstanceOf(InternalError.class);
    assertThat(ends).singleElement().asString().contains("#a#d1 at host:1");
  }
}
