package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is put out, by what members say. */
class PutOutsTest {
  private final PutOuts putOuts = new PutOuts();

  @BeforeEach
  void begin() {
    assertThat(putOuts.begin(Recorder.view(1, Bits.BY_JOIN, "a", "b", "c"))).isTrue();
  }

  private void greet(PutOuts all, String... members) {
    for (String member : members) {
      greet(all, member, Map.of(member, 1000));
    }
  }

  private void greet(PutOuts all, String sender, Map<String, Integer> speakers, String... out) {
    take(all, sender, Control.greeting(all.round(), speakers, List.of(out)));
  }

  private void suspect(PutOuts all, String member, String... by) {
    for (String sender : by) {
      take(all, sender, Control.suspicion(all.round(), member));
    }
  }

  private static void take(PutOuts all, String sender, Control word) {
    all.take(sender, word);
    all.decide();
  }

  @Test
  void shouldPutOutWhomMoreThanHalfOfTheOthersSuspect() {
    greet(putOuts, "a", "b", "c");
    suspect(putOuts, "c", "a");
    assertThat(putOuts.out()).isEmpty();
    suspect(putOuts, "c", "a", "c");
    assertThat(putOuts.out()).isEmpty();
    suspect(putOuts, "c", "b");
    assertThat(putOuts.out()).containsExactly("c");
    assertThat(putOuts.view().afterFailure(putOuts.out()).members()).containsExactly("a", "b");
  }

  @Test
  void shouldPutOutOneOfTwoByTheOther() {
    putOuts.begin(Recorder.view(2, Bits.BY_LEAVE, "a", "b"));
    greet(putOuts, "a", "b");
    suspect(putOuts, "b", "a");
    assertThat(putOuts.out()).containsExactly("b");
    suspect(putOuts, "a", "b");
    assertThat(putOuts.out()).containsExactly("b");
  }

  @Test
  void shouldNotCountAWithdrawnSuspicion() {
    greet(putOuts, "a", "b", "c");
    suspect(putOuts, "c", "a");
    take(putOuts, "a", Control.withdrawal(putOuts.round(), "c"));
    suspect(putOuts, "c", "b");
    assertThat(putOuts.out()).isEmpty();
    suspect(putOuts, "c", "a");
    assertThat(putOuts.out()).containsExactly("c");
  }

  @Test
  void shouldPutNobodyOutWhileOneMayBeOfAnOlderBuild() {
    greet(putOuts, "a", "b");
    suspect(putOuts, "c", "a", "b");
    suspect(putOuts, "a", "b", "c");
    assertThat(putOuts.allSpeak()).isFalse();
    assertThat(putOuts.out()).isEmpty();
    greet(putOuts, "c");
    assertThat(putOuts.out()).isNotEmpty();
  }

  @Test
  void shouldDecideAnewWhenAVotersLeaveMakesAMajority() {
    putOuts.begin(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d", "e"));
    greet(putOuts, "a", "b", "c", "d", "e");
    suspect(putOuts, "e", "a", "b");
    assertThat(putOuts.out()).isEmpty();
    assertThat(putOuts.begin(Recorder.view(3, Bits.BY_LEAVE, "a", "b", "c", "e"))).isFalse();
    putOuts.decide();
    assertThat(putOuts.out()).containsExactly("e");
  }

  @Test
  void shouldNotCountTheVoicesOfThoseThatArePutOut() {
    putOuts.begin(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d", "e"));
    greet(putOuts, "a", "b", "c", "d", "e");
    suspect(putOuts, "d", "a", "e");
    suspect(putOuts, "e", "a", "b", "c");
    assertThat(putOuts.out()).containsExactly("e");
    suspect(putOuts, "d", "e");
    assertThat(putOuts.out()).containsExactly("e");
    suspect(putOuts, "d", "b");
    assertThat(putOuts.out()).containsExactlyInAnyOrder("d", "e");
  }

  @Test
  void shouldKeepOutWhoIsStillInTheDaemonsViews() {
    greet(putOuts, "a", "b", "c");
    suspect(putOuts, "c", "a", "b");
    GroupView next = Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d");
    assertThat(putOuts.begin(next)).isTrue();
    assertThat(putOuts.out()).containsExactly("c");
    putOuts.begin(Recorder.view(3, Bits.BY_DISCONNECT, "a", "b", "d"));
    assertThat(putOuts.out()).isEmpty();
  }

  @Test
  void shouldCountNothingThatIsOfAnEarlierRound() {
    greet(putOuts, "a", "b", "c");
    Control old = Control.suspicion(putOuts.round(), "c");
    putOuts.begin(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d"));
    greet(putOuts, "a", "b", "c", "d");
    take(putOuts, "a", old);
    suspect(putOuts, "c", "b");
    assertThat(putOuts.out()).isEmpty();
    suspect(putOuts, "c", "d");
    assertThat(putOuts.out()).containsExactly("c");
  }

  @Test
  void shouldTellAJoinerWhoIsPutOutAndThatASilentOneSpeaks() {
    greet(putOuts, "a", "b", "c");
    GroupView next = Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d");
    putOuts.begin(next);
    PutOuts joiner = new PutOuts();
    joiner.begin(next);
    Map<String, Integer> speakers = new HashMap<>(putOuts.speakers());
    assertThat(speakers).containsOnlyKeys("a", "b", "c");
    for (PutOuts each : List.of(putOuts, joiner)) {
      greet(each, "a", speakers);
      greet(each, "d");
      assertThat(each.allSpeak()).isTrue();
      suspect(each, "c", "a", "d");
      assertThat(each.out()).containsExactly("c");
    }
    GroupView later = Recorder.view(3, Bits.BY_JOIN, "a", "b", "c", "d", "e");
    PutOuts last = new PutOuts();
    last.begin(later);
    greet(last, "b", speakers, "c", "gone");
    assertThat(last.out()).containsExactly("c");
  }

  @Test
  void shouldPutOutAJoinerThatStandsStillBeforeItGreets() {
    greet(putOuts, "a", "b", "c");
    putOuts.expect("d", 1000);
    GroupView next =
        new GroupView(
            SpreadViewId.whole(1, 1, 2), List.of("a", "b", "c", "d"), Bits.BY_JOIN, 0, Set.of("d"));
    putOuts.begin(next);
    assertThat(putOuts.allSpeak()).isFalse();
    greet(putOuts, "a", putOuts.speakers());
    assertThat(putOuts.allSpeak()).isTrue();
    suspect(putOuts, "d", "a", "b");
    assertThat(putOuts.out()).containsExactly("d");
  }

  @Test
  void shouldExpectAHundredJoinersAtATime() {
    for (int i = 0; i < 101; i++) {
      putOuts.expect("d" + i, 1000);
    }
    List<String> members = List.of("a", "b", "c", "d0", "d1");
    putOuts.begin(
        new GroupView(SpreadViewId.whole(1, 1, 2), members, Bits.BY_JOIN, 0, Set.of("d0", "d1")));
    assertThat(putOuts.speakers()).containsOnlyKeys("d1");
  }

  @Test
  void shouldDecideAtOnePlaceAfterPartsMergedThatKnewDifferentThings() {
    greet(putOuts, "a", "b", "c");
    PutOuts other = new PutOuts();
    other.begin(Recorder.view(7, Bits.BY_JOIN, "d", "e"));
    greet(other, "d", "e");
    suspect(other, "e", "d");
    assertThat(other.out()).containsExactly("e");
    GroupView merged = Recorder.view(9, Bits.BY_NETWORK, "a", "b", "c", "d", "e");
    for (PutOuts part : List.of(putOuts, other)) {
      part.begin(merged);
      greet(part, "a", Map.of("a", 1, "b", 1, "c", 1));
      greet(part, "b", Map.of("a", 1, "b", 1, "c", 1));
      suspect(part, "c", "a", "b");
      assertThat(part.out()).doesNotContain("c");
      greet(part, "d", Map.of("d", 1, "e", 1), "e");
      assertThat(part.out()).containsExactlyInAnyOrder("c", "e");
    }
  }

  @Test
  void shouldPutOutASilentOneThatTheNetworkTookAwayAndBroughtBack() {
    greet(putOuts, "a", "b", "c");
    putOuts.begin(Recorder.view(2, Bits.BY_NETWORK, "a", "b"));
    assertThat(putOuts.speakers()).containsOnlyKeys("a", "b");
    putOuts.begin(Recorder.view(3, Bits.BY_NETWORK, "a", "b", "c"));
    assertThat(putOuts.speakers()).containsEntry("c", 1000);
    greet(putOuts, "a", putOuts.speakers());
    greet(putOuts, "b", putOuts.speakers());
    suspect(putOuts, "c", "a", "b");
    assertThat(putOuts.out()).containsExactly("c");
  }

  @Test
  void shouldPutOutAgainByAGreetingWhomTheNetworkBringsBack() {
    greet(putOuts, "a", "b", "c");
    suspect(putOuts, "c", "a", "b");
    putOuts.begin(Recorder.view(2, Bits.BY_NETWORK, "a", "b"));
    assertThat(putOuts.toTell()).isEmpty();
    for (int i = 3; i < 7; i += 2) {
      putOuts.begin(Recorder.view(i, Bits.BY_NETWORK, "a", "b", "c"));
      assertThat(putOuts.out()).isEmpty();
      assertThat(putOuts.toTell()).containsExactly("c");
      greet(putOuts, "b", Map.of(), "c");
      assertThat(putOuts.out()).containsExactly("c");
      putOuts.begin(Recorder.view(i + 1, Bits.BY_NETWORK, "a", "b"));
    }
  }

  @Test
  void shouldKeepAHundredThatTheNetworkTookAway() {
    List<String> many = IntStream.range(0, 101).mapToObj(i -> "d" + i).toList();
    String[] all = Stream.concat(Stream.of("a", "b", "c"), many.stream()).toArray(String[]::new);
    putOuts.begin(Recorder.view(2, Bits.BY_JOIN, all));
    greet(putOuts, "a", Map.of(), many.toArray(String[]::new));
    assertThat(putOuts.out()).hasSize(101);
    putOuts.begin(Recorder.view(3, Bits.BY_NETWORK, "a", "b", "c"));
    putOuts.begin(Recorder.view(4, Bits.BY_NETWORK, all));
    assertThat(putOuts.toTell()).hasSize(100);
  }

  @Test
  void shouldPutOutTheSameOneOfTwoThatSuspectEachOther() {
    greet(putOuts, "a", "b", "c");
    suspect(putOuts, "a", "b");
    suspect(putOuts, "b", "a");
    putOuts.begin(Recorder.view(2, Bits.BY_LEAVE, "a", "b"));
    putOuts.decide();
    assertThat(putOuts.out()).containsExactly("a");
  }

  @Test
  void shouldKnowAViewThatIsAboutOneThatIsOutAlready() {
    greet(putOuts, "a", "b", "c");
    GroupView gone =
        new GroupView(
            SpreadViewId.whole(1, 1, 2), List.of("a", "b"), Bits.BY_DISCONNECT, 0, Set.of("c"));
    assertThat(putOuts.isOfOneThatIsOut(gone)).isFalse();
    suspect(putOuts, "c", "a", "b");
    assertThat(putOuts.isOfOneThatIsOut(gone)).isTrue();
  }

  @Test
  void shouldNotPassOverTheEndOfOneThatAJoinerDoesNotKnowToBeOut() {
    greet(putOuts, "a", "b", "c");
    suspect(putOuts, "c", "a", "b");
    GroupView next = Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d");
    PutOuts joiner = new PutOuts();
    putOuts.begin(next);
    joiner.begin(next);
    GroupView gone =
        new GroupView(
            SpreadViewId.whole(1, 1, 3),
            List.of("a", "b", "d"),
            Bits.BY_DISCONNECT,
            0,
            Set.of("c"));
    for (PutOuts each : List.of(putOuts, joiner)) {
      assertThat(each.isOfOneThatIsOut(gone)).isFalse();
      greet(each, "a", Map.of(), "c");
      assertThat(each.isOfOneThatIsOut(gone)).isTrue();
    }
  }

  @Test
  void shouldTellOnceThatMoreArePutOutForAll() {
    greet(putOuts, "a", "b", "c");
    Control word = Control.suspicion(putOuts.round(), "c");
    putOuts.take("a", word);
    assertThat(putOuts.decide()).isFalse();
    putOuts.take("b", word);
    assertThat(putOuts.decide()).isTrue();
    assertThat(putOuts.decide()).isFalse();
    putOuts.begin(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c", "d"));
    assertThat(putOuts.decide()).isFalse();
    putOuts.take("b", Control.greeting(putOuts.round(), Map.of(), putOuts.toTell()));
    assertThat(putOuts.decide()).isTrue();
  }
}
