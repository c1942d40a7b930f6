package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFailureTest {
  @ParameterizedTest
  @ValueSource(strings = {"23503", "22001", "P0001", "45000", "53100", "42501", "25P02"})
  void shouldBeARefusalWhenTheDatabaseNamesAnythingButTheConnection(String state) {
    SQLException told = new SQLException("no", state);

    assertThat(SqlFailure.refusal(new IllegalStateException(told))).containsSame(told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"08006", "08003", "40001", "40P01", "57P01", "57P02", "90067", "90098"})
  void shouldLeaveTheCallToBeTriedAgainWhenTheConnectionOrTheTransactionIsLost(String state) {
    assertThat(SqlFailure.refusal(new IllegalStateException(new SQLException("gone", state))))
        .isEmpty();
  }

  /** The deferred constraint would be violated next time as well. */
  @Test
  void shouldBeARefusalWhenARollbackIsForTheIntegrityOfTheRows() {
    var told = new SQLTransactionRollbackException("constraint", "40002");

    assertThat(SqlFailure.refusal(new IllegalStateException(told))).containsSame(told);
    assertThat(SqlFailure.refusal(new SQLException("rolled back", "40000", told)))
        .containsSame(told);
  }

  @Test
  void shouldLeaveTheCallToBeTriedAgainWhenAnInnerCauseIsTheConnection() {
    var outer = new SQLException("cannot commit", "25000", new SQLException("reset", "08006"));

    assertThat(SqlFailure.refusal(outer)).isEmpty();
  }

  @Test
  void shouldLeaveTheCallToBeTriedAgainWhenNobodySaysWhy() {
    assertThat(SqlFailure.refusal(new IllegalStateException("no cause"))).isEmpty();
    assertThat(SqlFailure.refusal(new SQLException("Connection is closed"))).isEmpty();
    assertThat(SqlFailure.refusal(new XAException(XAException.XAER_RMFAIL))).isEmpty();
    assertThat(SqlFailure.refusal(new SQLTransactionRollbackException("deadlock"))).isEmpty();
  }

  @Test
  void shouldBeARefusalWhenAResourceNamesItsIntegrity() {
    var refusal = new XAException(XAException.XA_RBINTEGRITY);

    assertThat(SqlFailure.refusal(refusal)).containsSame(refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "25006, do not set it read-only",
    "25P02, a savepoint",
    "42501, Grant INSERT",
    "90096, Grant INSERT",
    "23514, SQL state 23514"
  })
  void shouldSayWhatToDoAboutAMarkerThatTheDatabaseRefuses(String state, String advice) {
    assertThat(SqlFailure.adviceOnMarker(new SQLException("no", state)))
        .contains(advice)
        .doesNotContain("reached");
  }

  @Test
  void shouldSayThatTheDatabaseIsToBeReachedWhenNobodySaysWhyAMarkerCannotBeWritten() {
    assertThat(SqlFailure.adviceOnMarker(new SQLException("refused"))).contains("can be reached");
  }

  @Test
  void shouldEndWhenCausesGoRound() {
    var one = new SQLException("one");
    var other = new SQLException("other", one);
    one.initCause(other);

    assertThat(SqlFailure.refusal(one)).isEmpty();
  }
}
