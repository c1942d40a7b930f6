package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.g2cl.loadtest.audit.OrderRow;
import org.g2cl.loadtest.chaos.Violation.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckerTest {
  private final Checker checker = new Checker();
  private long time;

  @Test
  void shouldFindNothingWhereEachAcknowledgedCallTookEffectOnce() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    write(Act.CHECKOUT, 2, Outcome.OK);
    write(Act.REMOVE, 3, Outcome.FAIL);
    write(Act.INSERT, 4, Outcome.UNKNOWN);
    write(Act.INSERT, 5, Outcome.OK);
    read("5 3 0 2 3-4 ");

    assertThat(checker.finish(orders(2))).isEmpty();
    assertThat(checker.acknowledgedWrites()).isEqualTo(3);
  }

  @Test
  void shouldFindAnAcknowledgedWriteThatTheCartSkipped() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    write(Act.INSERT, 2, Outcome.OK);
    write(Act.INSERT, 3, Outcome.OK);
    read("3 2 0 1 2-2 ");

    assertThat(kinds()).containsOnly(Kind.UPDATE_LOST);
    assertThat(checker.finish(orders()).get(0).text()).contains("client 1 cart 1 (c1)", "{2}");
  }

  @Test
  void shouldFindAnAcknowledgedWriteAfterTheLastThatTheCartSaw() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    write(Act.INSERT, 2, Outcome.OK);
    read("1 1 0 0  ");

    assertThat(kinds()).contains(Kind.UPDATE_LOST, Kind.WENT_BACK);
  }

  @Test
  void shouldFindAWriteThatTookEffectTwice() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    read("1 2 1 0  1");

    assertThat(kinds()).containsExactly(Kind.UPDATE_DOUBLED);
  }

  @Test
  void shouldFindAWriteThatTookEffectTwiceBesideOneWithoutAnAnswer() {
    create();
    write(Act.INSERT, 1, Outcome.UNKNOWN);
    write(Act.INSERT, 2, Outcome.OK);
    read("2 2 1 1 1-1 2");

    assertThat(checker.finish(orders()).get(0).text()).contains("{2} among them");
    assertThat(kinds()).contains(Kind.UPDATE_DOUBLED);
  }

  @Test
  void shouldFindAWriteWithoutAnAnswerThatTookEffectTwice() {
    create();
    write(Act.INSERT, 1, Outcome.UNKNOWN);
    write(Act.INSERT, 2, Outcome.UNKNOWN);
    write(Act.INSERT, 3, Outcome.OK);
    read("3 3 2 2 1-2 1,1");

    assertThat(kinds()).containsExactly(Kind.UPDATE_DOUBLED);
  }

  @Test
  void shouldAllowAWriteWithoutAnAnswerToComeLateAfterMoreGapsThanTheCartNames() {
    create();
    write(Act.INSERT, 1, Outcome.FAIL);
    write(Act.INSERT, 2, Outcome.OK);
    write(Act.INSERT, 3, Outcome.UNKNOWN);
    write(Act.INSERT, 4, Outcome.OK);
    read("4 3 1 2 1-1 3");

    assertThat(kinds()).isEmpty();
  }

  @Test
  void shouldAllowAWriteWithoutAnAnswerToComeLate() {
    create();
    write(Act.INSERT, 1, Outcome.UNKNOWN);
    write(Act.INSERT, 2, Outcome.OK);
    read("2 2 1 1 1-1 1");

    assertThat(kinds()).isEmpty();
  }

  @Test
  void shouldFindARefusedWriteThatTookEffect() {
    create();
    write(Act.INSERT, 1, Outcome.FAIL);
    write(Act.INSERT, 2, Outcome.OK);
    read("2 2 0 0  ");

    assertThat(kinds()).containsExactly(Kind.UPDATE_DOUBLED);
  }

  @Test
  void shouldFindARefusedWriteThatTookEffectAmongTheGapsThatTheCartNames() {
    create();
    for (int sequence = 1; sequence <= 21; sequence++) {
      write(Act.INSERT, sequence, Outcome.FAIL);
    }
    write(Act.INSERT, 22, Outcome.OK);
    write(Act.INSERT, 23, Outcome.FAIL);
    write(Act.INSERT, 24, Outcome.OK);
    read("24 4 0 20 1-20 ");

    assertThat(checker.finish(orders()).stream().map(Violation::text))
        .containsExactly("client 1 cart 1 (c1): refused writes {21, 23} took effect");
  }

  @Test
  void shouldFindAReadThatWentBack() {
    create();
    write(Act.INSERT, 1, Outcome.UNKNOWN);
    read("1 1 0 0  ");
    read("0 0 0 0  ");
    read("1 1 0 0  ");

    assertThat(kinds()).containsExactly(Kind.WENT_BACK);
  }

  @Test
  void shouldFindASessionThatIsGoneUnlessItWasClosed() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    write(Act.INSERT, 2, Outcome.GONE);
    assertThat(kinds()).contains(Kind.SESSION_LOST);

    Checker other = new Checker();
    other.add(operation(Act.CREATE, 0, Outcome.OK, "c1"));
    other.add(operation(Act.READ, 0, Outcome.OK, "0 0 0 0  "));
    other.add(operation(Act.CLOSE, 0, Outcome.UNKNOWN, ""));
    other.add(operation(Act.CLOSE, 0, Outcome.GONE, ""));
    assertThat(other.finish(List.of())).isEmpty();
  }

  @Test
  void shouldFindACartThatCannotBeReadInTheEnd() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    checker.add(operation(Act.READ, 0, Outcome.UNKNOWN, "no server"));

    assertThat(kinds()).containsExactly(Kind.SESSION_LOST);
  }

  @Test
  void shouldSayOfACartThatIsNotReadAfterItsLastWriteOnlyThatItIsNotAudited() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    read("1 1 0 0  ");
    write(Act.INSERT, 2, Outcome.OK);
    write(Act.INSERT, 3, Outcome.UNKNOWN);

    assertThat(kinds()).containsExactly(Kind.NOT_AUDITED);
  }

  @Test
  void shouldFindAnOrderOfACartThatNoClientHasMade() {
    create();
    read("0 0 0 0  ");

    assertThat(checker.finish(List.of(new OrderRow(101, "c2", 7))).stream().map(Violation::text))
        .containsExactly("there are rows of [7] of cart c2, which no client has made");
  }

  @Test
  void shouldHoldTheOrdersAgainstTheCheckouts() {
    create();
    write(Act.CHECKOUT, 1, Outcome.OK);
    write(Act.CHECKOUT, 2, Outcome.OK);
    write(Act.CHECKOUT, 3, Outcome.UNKNOWN);
    write(Act.CHECKOUT, 4, Outcome.FAIL);
    write(Act.INSERT, 5, Outcome.OK);
    read("5 4 0 1 4-4 ");

    assertThat(checker.finish(orders(1, 2, 2, 3, 4)).stream().map(Violation::text))
        .hasSize(2)
        .anyMatch(text -> text.contains("{2} have more than one row"))
        .anyMatch(text -> text.contains("{4}, which were refused or never asked for"));
    assertThat(checker.finish(orders(2)).stream().map(Violation::kind)).contains(Kind.ORDER_LOST);
  }

  @Test
  void shouldFindNothingWhereACartAndItsBookHaveSeenTheSame() {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    write(Act.INSERT, 2, Outcome.FAIL);
    write(Act.INSERT, 3, Outcome.OK);
    read("3 2 0 1 2-2  3 2");

    assertThat(kinds()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 1", "2 1", "2 3"})
  void shouldFindOnceThatACartAndItsBookHaveSeenDifferentWrites(String book) {
    create();
    write(Act.INSERT, 1, Outcome.OK);
    write(Act.INSERT, 2, Outcome.OK);
    read("2 2 0 0   " + book);
    read("2 2 0 0   " + book);

    assertThat(kinds()).containsExactly(Kind.BEANS_DIFFER);
  }

  private List<Kind> kinds() {
    return checker.finish(orders()).stream().map(Violation::kind).toList();
  }

  private void create() {
    checker.add(operation(Act.CREATE, 0, Outcome.OK, "c1"));
  }

  private void write(Act act, long sequence, Outcome outcome) {
    checker.add(operation(act, sequence, outcome, ""));
  }

  private void read(String audit) {
    checker.add(operation(Act.READ, 0, Outcome.OK, audit));
  }

  private Operation operation(Act act, long sequence, Outcome outcome, String result) {
    time += 10;
    return new Operation(1, 1, act, sequence, outcome, time - 5, time, "", result);
  }

  private static List<OrderRow> orders(long... sequences) {
    return Arrays.stream(sequences)
        .mapToObj(sequence -> new OrderRow(100 + sequence, "c1", sequence))
        .toList();
  }
}
