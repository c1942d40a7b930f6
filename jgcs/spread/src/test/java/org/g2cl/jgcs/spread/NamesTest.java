package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
    assertThat(made).doesNotHaveDuplicates();
    assertThat(ranked(made)).isEqualTo(made);
  }

  /** By age, of members that are known in no order. */
  private static List<SpreadAddress> ranked(List<SpreadAddress> members) {
    List<SpreadAddress> shuffled = new ArrayList<>(members);
    Collections.shuffle(shuffled, new Random(7));
    return PrivateNames.byAge(shuffled);
  }

  private static SpreadAddress joined(String member, String time) {
    Instant epoch = Instant.parse("2026-01-01T00:00:00Z");
    long seconds = Duration.between(epoch, Instant.parse(time)).toSeconds();
    return new SpreadAddress("#" + PrivateNames.at(member, seconds) + "#d");
  }

  @Test
  void shouldRankMembersByAgeWhenTheTimesInTheirNamesBeginAgainAtZero() {
    List<SpreadAddress> byAge =
        List.of(
            joined("c", "2027-09-01T00:00:00Z"),
            joined("z", "2028-01-31T00:00:00Z"),
            joined("b", "2028-03-04T16:36:00Z"),
            joined("y", "2028-03-04T16:36:01Z"),
            joined("a", "2028-03-04T16:36:02Z"),
            joined("q", "2028-03-04T16:36:02Z"),
            joined("x", "2028-09-01T00:00:00Z"));
    assertThat(byAge.get(3).birth()).isLessThan(byAge.get(2).birth());
    assertThat(ranked(byAge)).isEqualTo(byAge);
    for (int i = 0; i < byAge.size() - 1; i++) {
      List<SpreadAddress> pair = byAge.subList(i, i + 2);
      assertThat(ranked(pair)).isEqualTo(pair);
    }
  }

  @Test
  void shouldRankMembersThatJoinedAYearApartByAge() {
    List<SpreadAddress> byAge =
        List.of(joined("b", "2026-12-01T00:00:00Z"), joined("a", "2027-12-01T00:00:00Z"));
    assertThat(ranked(byAge)).isEqualTo(byAge);
    assertThat(ranked(List.of())).isEmpty();
    assertThat(ranked(byAge.subList(0, 1))).hasSize(1);
  }

  @Test
  void shouldShowTheEndOfTheMembersName() {
    String privateName = PrivateNames.next("business-12");
    assertThat(new SpreadAddress("#" + privateName + "#d1")).hasToString("ess-12");
    assertThat(new SpreadAddress("#user#d1")).hasToString("user");
    assertThat(new SpreadAddress("odd")).hasToString("odd");
  }
}
