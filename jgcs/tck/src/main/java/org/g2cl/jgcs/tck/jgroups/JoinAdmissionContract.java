package org.g2cl.jgcs.tck.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Admission where joins alone are proved: members that prove nothing are let in, and are told by
 * what they send.
 */
public abstract class JoinAdmissionContract extends AdmissionContract {
  /** For the subclass of a binding. */
  protected JoinAdmissionContract() {}

  @Test
  final void shouldUnderstandMembersThatProveNothing() throws Exception {
    Guarded a = joined("a", null);
    Guarded b = joined("b", new Word("one"));
    await().until(() -> a.size() == 2 && b.size() == 2);
    a.control.leave();
    await().until(() -> b.size() == 1);
    Guarded c = joined("c", null);
    await().until(() -> c.size() == 2 && b.size() == 2);
    assertThat(c.views).as("joined, and was not merged").containsExactly(Set.of("b", "c"));
  }
}
