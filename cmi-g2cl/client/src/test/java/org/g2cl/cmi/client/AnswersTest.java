package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import org.g2cl.propagation.SessionBusyException;
import org.junit.jupiter.api.Test;

class AnswersTest {
  /** It keeps no reply, so a request that is sent again there would be executed again. */
  @Test
  void shouldGiveTheCallerWhatAStockContainerSaysOfASessionThatIsBusy() {
    assertThat(Answers.judge(FakeBeans.applicationException(tookTooLong(null))))
        .isEqualTo(Answer.FINAL);
  }

  @Test
  void shouldKnowThatABusySessionIsReplicatedByTheCause() {
    assertThat(
            Answers.judge(
                FakeBeans.applicationException(tookTooLong(new SessionBusyException("busy")))))
        .isEqualTo(Answer.BUSY);
  }

  private static Exception tookTooLong(Exception cause) {
    var told = new ConcurrentAccessTimeoutException("busy");
    told.initCause(cause);
    return told;
  }
}
