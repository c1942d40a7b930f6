package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.time.Duration;
import org.g2cl.cmi.core.Rejoin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that its group puts out, and whose engine does not come back by itself. */
class PutOutTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Members members = new Members();
  private final JonasGroup first = members.join();
  private final JonasGroup second = members.join();

  @AfterEach
  void leave() {
    members.close();
  }

  /** Its entries go with the member that was put out. */
  private boolean isAnnouncedAs(SocketAddress member) {
    return first
        .registry()
        .lookup(MemberForms.entryOf(second.self()))
        .filter(entry -> entry.owner().equals(member))
        .isPresent();
  }

  @Test
  void shouldComeBackAndAnnounceItselfAgain() {
    await().atMost(PATIENCE).until(() -> first.members().size() == 2);
    for (int times = 0; times < 2; times++) {
      Members.network().exclude(second.address());
      await().atMost(PATIENCE).until(() -> first.members().size() == 1);

      await()
          .atMost(PATIENCE)
          .until(() -> first.members().size() == 2 && second.members().size() == 2);
      await().atMost(PATIENCE).until(() -> isAnnouncedAs(second.address()));
      await().atMost(PATIENCE).until(second.propagation()::isPrimary);
    }
  }

  @Test
  void shouldNotComeBackWhenItLeaves() {
    await().atMost(PATIENCE).until(() -> first.members().size() == 2);
    try (LogLines log = new LogLines(Rejoin.class)) {
      members.leave(second);
      await().atMost(PATIENCE).until(() -> first.members().size() == 1);
      assertThat(log.lines()).as("tries to come back").isEmpty();
    }
  }
}
