package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberTokensTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final SocketAddress B = InetSocketAddress.createUnresolved("b", 1);
  private static final SocketAddress C = InetSocketAddress.createUnresolved("c", 1);
  private static final long FIRST_LIFE_OF_A = Formation.token("a", 1);
  private static final long SECOND_LIFE_OF_A = Formation.token("a", 2);
  private static final long LIFE_OF_B = Formation.token("b", 3);
  private static final long LIFE_OF_C = Formation.token("c", 4);

  private final MemberTokens tokens =
      MemberTokens.byRank(List.of(A, B), List.of(SECOND_LIFE_OF_A, LIFE_OF_B));

  @Test
  void shouldTellLivesThatAreOverFromThoseThatAreHereOrMayComeBack() {
    assertThat(tokens.areOver(List.of(FIRST_LIFE_OF_A))).isTrue();
    assertThat(tokens.areOver(List.of(FIRST_LIFE_OF_A, LIFE_OF_B))).as("b is here").isFalse();
    assertThat(tokens.areOver(List.of(FIRST_LIFE_OF_A, LIFE_OF_C))).as("c is away").isFalse();

    assertThat(tokens.mayComeBack(List.of(FIRST_LIFE_OF_A, LIFE_OF_B))).isFalse();
    assertThat(tokens.mayComeBack(List.of(LIFE_OF_C))).isTrue();
  }

  @Test
  void shouldNotTakeALifeForOverWhenTwoOfItsNameAreHere() {
    MemberTokens namesakes =
        MemberTokens.byRank(List.of(A, B), List.of(SECOND_LIFE_OF_A, Formation.token("a", 3)));
    assertThat(namesakes.mayComeBack(List.of(FIRST_LIFE_OF_A))).isTrue();
    assertThat(namesakes.mayComeBack(List.of(SECOND_LIFE_OF_A))).isFalse();
  }

  @Test
  void shouldTellWhetherAllOfSomeHaveAPartHoweverOftenItIsAsked() {
    List<SocketAddress> both = List.of(A, B);
    List<SocketAddress> three = List.of(A, B, C);
    MemberTokens withSilent = MemberTokens.byRank(three, List.of(SECOND_LIFE_OF_A, LIFE_OF_B, 0L));

    assertThat(withSilent.haveAllPart(three)).as("c was silent").isFalse();
    assertThat(withSilent.haveAllPart(both)).isTrue();
    for (int i = 0; i < 2; i++) {
      assertThat(tokens.haveAllPart(three)).as("c was not there").isFalse();
    }
    for (int i = 0; i < 2; i++) {
      assertThat(tokens.haveAllPart(both)).isTrue();
    }
  }
}
