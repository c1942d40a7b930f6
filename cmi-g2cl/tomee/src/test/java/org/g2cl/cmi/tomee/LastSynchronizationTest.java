package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.apache.openejb.loader.SystemInstance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a transaction manager that is not the server's own, whose list cannot be seen. */
class LastSynchronizationTest {
  private final ForeignTransaction transaction = new ForeignTransaction();
  private final List<String> events = new ArrayList<>();

  @BeforeEach
  void use() {
    SystemInstance.reset();
    SystemInstance.get().setComponent(TransactionSynchronizationRegistry.class, transaction);
  }

  @AfterEach
  void reset() {
    SystemInstance.reset();
  }

  private void registerLast(String name) {
    LastSynchronization.register(
        transaction,
        () -> events.add(name + " sends"),
        status -> events.add(name + " hears " + status));
  }

  /** Registers one that registers another when it is asked, and so on; the last writes a row. */
  private void registerWriter(int level) {
    transaction.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            if (level == 1) {
              events.add("row");
            } else {
              registerWriter(level - 1);
            }
          }

          @Override
          public void afterCompletion(int status) {
            // nothing was left open
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldSendBehindARowThatIsWrittenWithinFourTurns(int levels) {
    registerLast("a");
    registerWriter(levels);

    transaction.commit();

    assertThat(events).containsExactly("row", "a sends", "a hears " + Status.STATUS_COMMITTED);
  }

  @Test
  void shouldWaitOneTurnMoreForWhoWasThereBefore() {
    registerWriter(5);
    registerLast("a");

    transaction.commit();

    assertThat(events).startsWith("row", "a sends");
  }

  @Test
  void shouldNotWaitForEver() {
    registerLast("a");
    registerWriter(5);

    transaction.commit();

    assertThat(events).containsExactly("a sends", "row", "a hears " + Status.STATUS_COMMITTED);
  }

  @Test
  void shouldSendNothingWhenTheTransactionIsRolledBack() {
    registerLast("a");

    transaction.rollback();

    assertThat(events).containsExactly("a hears " + Status.STATUS_ROLLEDBACK);
  }

  @Test
  void shouldLetEachSessionOfTheTransactionSendAndHearOnceInTheOrderOfRegistration() {
    registerLast("a");
    registerLast("b");
    registerWriter(4);

    transaction.commit();

    assertThat(events)
        .containsExactly(
            "row",
            "a sends",
            "b sends",
            "a hears " + Status.STATUS_COMMITTED,
            "b hears " + Status.STATUS_COMMITTED);
  }
}
