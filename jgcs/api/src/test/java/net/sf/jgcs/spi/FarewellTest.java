package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FarewellTest {
  private static final byte LEAVING = 1;

  private final Set<String> members = new HashSet<>(Set.of("a", "b"));
  private final List<String> answered = new ArrayList<>();
  private final Farewell<String> farewell =
      new Farewell<>((to, code) -> answered.add(to), members::contains, e -> {});

  @Test
  void shouldKnowWhoSaidGoodBye() {
    farewell.receive("b", LEAVING);
    assertThat(answered).containsExactly("b");
    assertThat(farewell.wasSaidBy("b")).isTrue();
    assertThat(farewell.wasSaidBy("b")).isFalse();
  }

  /** Views may come later than what members say that have them already. */
  @Test
  void shouldKnowWhoSaidGoodByeBeforeTheViewInWhichItJoined() {
    farewell.receive("c", LEAVING);
    members.add("c");
    farewell.forgetStrangers();
    assertThat(farewell.wasSaidBy("c")).isTrue();
  }

  @Test
  void shouldForgetStrangersWithTheNextView() {
    farewell.receive("stranger", LEAVING);
    farewell.forgetStrangers();
    assertThat(farewell.wasSaidBy("stranger")).isFalse();
  }

  @Test
  void shouldNoteMembersHoweverManyStrangersSaidGoodBye() {
    for (int i = 0; i < 2_000; i++) {
      farewell.receive("stranger " + i, LEAVING);
    }
    farewell.receive("b", LEAVING);
    assertThat(farewell.wasSaidBy("b")).isTrue();
    assertThat(farewell.wasSaidBy("stranger 1999")).isFalse();
  }

  @Test
  void shouldForgetWhoIsInNoView() {
    farewell.receive("b", LEAVING);
    farewell.receive("a", LEAVING);
    members.remove("b");
    farewell.forgetStrangers();
    assertThat(farewell.wasSaidBy("b")).isFalse();
    assertThat(farewell.wasSaidBy("a")).isTrue();
  }
}
