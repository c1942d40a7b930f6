package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spread.SpGroup;
import org.junit.jupiter.api.Test;

/** Names of groups, which the daemon does not check, and private names, which it does. */
class NamesTest {
  private final SpreadProtocolProvider provider = new SpreadProtocolProvider();

  @Test
  void shouldRefuseGroupNamesThatTheDaemonWouldTrust() {
    for (String name : List.of("", "a b", "#a", "grün", "x".repeat(32), "a\0b", "a\n")) {
      assertThatThrownBy(() -> provider.group(name))
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("'" + name + "'")
          .hasMessageContaining("1 to 31");
    }
  }

  @Test
  void shouldTakeTheLongestGroupName() throws Exception {
    assertThat(provider.group("~".repeat(31))).isEqualTo(new SpGroup("~".repeat(31)));
  }

  @Test
  void shouldMakeLegalPrivateNamesOfAnyMemberName() {
    for (String member : List.of("a", "business-12", "127.0.0.1:4201", "ein Knoten", "é#")) {
      assertThat(PrivateNames.next(member)).matches("[$-~]{5,10}");
    }
  }

  @Test
  void shouldNeverMakeAPrivateNameTwiceAndRankThemByAge() {
    List<SpreadAddress> made = new ArrayList<>();
    for (String member : List.of("b", "c", "a", "b", "c", "a")) {
      made.add(new SpreadAddress("#" + PrivateNames.next(member) + "#d"));
    }
    assertThat(made).doesNotHaveDuplicates().isSortedAccordingTo(PrivateNames.BY_AGE);
  }

  @Test
  void shouldShowTheEndOfTheMembersName() {
    String privateName = PrivateNames.next("business-12");
    assertThat(new SpreadAddress("#" + privateName + "#d1")).hasToString("ess-12");
    assertThat(new SpreadAddress("#user#d1")).hasToString("user");
    assertThat(new SpreadAddress("odd")).hasToString("odd");
  }
}
