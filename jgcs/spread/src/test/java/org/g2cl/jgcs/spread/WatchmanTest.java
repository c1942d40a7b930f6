package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views that the application of one member is told. */
class WatchmanTest {
  private static final Map<String, Integer> ALL =
      Map.of("a", 1000, "b", 1000, "c", 1000, "s", 1000, "x", 1000);
  private final Pulse pulse = new Pulse(Duration.ofSeconds(1), word -> {});
  private Watchman watchman;

  @BeforeEach
  void begin() throws Exception {
    watchman = new Watchman(SpreadSettings.of(Map.of()), new SpreadAddress("s"), pulse);
  }

  private GroupView take(String sender, Control word) throws GroupException {
    watchman.take(sender, word);
    return watchman.decide();
  }

  private static GroupView gone(int index, String who, String... rest) {
    return new GroupView(
        SpreadViewId.whole(1, 1, index), List.of(rest), Bits.BY_DISCONNECT, 0, Set.of(who));
  }

  @Test
  void shouldEndAtTheViewOfTheOthersThoughItKnewOfMorePutOutThanThey() throws Exception {
    GroupView first = Recorder.view(1, Bits.BY_JOIN, "s", "x");
    watchman.take(first);
    take("s", Control.greeting(first.id(), ALL, List.of()));
    assertThat(take("s", Control.suspicion(first.id(), "x")).members()).containsExactly("s");
    GroupView merged = Recorder.view(2, Bits.BY_NETWORK, "a", "b", "c", "s", "x");
    assertThat(watchman.take(merged).id()).isEqualTo(merged.id().without(List.of("x")));
    GroupView rest = take("a", Control.greeting(merged.id(), ALL, List.of("c")));
    assertThat(rest.members()).containsExactly("a", "b", "s");
    GroupView last = gone(3, "c", "a", "b", "s", "x");
    assertThat(watchman.take(last)).isNull();
    GroupView told = take("s", Control.greeting(merged.id(), ALL, List.of("x")));
    assertThat(told.id()).isEqualTo(last.id().without(List.of("x")));
    assertThat(take("b", Control.greeting(merged.id(), ALL, List.of("x")))).isNull();
  }

  @Test
  void shouldTellNothingTwiceThatAJoinerIsTold() throws Exception {
    GroupView first = Recorder.view(1, Bits.BY_JOIN, "a", "c", "s");
    watchman.take(first);
    assertThat(take("a", Control.greeting(first.id(), ALL, List.of("c"))).members())
        .containsExactly("a", "s");
    GroupView next = Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "s");
    assertThat(watchman.take(next).members()).containsExactly("a", "b", "s");
    assertThat(take("a", Control.greeting(next.id(), ALL, List.of("c")))).isNull();
    assertThat(watchman.take(gone(3, "c", "a", "b", "s"))).isNull();
  }
}
