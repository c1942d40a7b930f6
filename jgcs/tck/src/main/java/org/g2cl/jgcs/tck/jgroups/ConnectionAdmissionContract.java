package org.g2cl.jgcs.tck.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.Test;

/** Admission where connections are proved: members that prove nothing are kept out. */
public abstract class ConnectionAdmissionContract extends AdmissionContract {
  /** For the subclass of a binding. */
  protected ConnectionAdmissionContract() {}

  @Test
  final void shouldKeepOutMembersThatProveNothingAndTellThem() throws Exception {
    Guarded a = joined("a", new Word("one"));
    assertThatThrownBy(() -> joined("stranger", null))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("'stranger' could not join group 'guarded'")
        .hasMessageContaining("this member has no key; give both the same secret");
    Guarded b = joined("b", new Word("one"));
    await().until(() -> a.size() == 2 && b.size() == 2);
    assertThat(a.views).containsExactly(Set.of("a"), Set.of("a", "b"));
  }

  @Test
  final void shouldNotJoinMembersThatProveNothing() throws Exception {
    Guarded a = joined("a", null);
    assertThatThrownBy(() -> joined("b", new Word("one")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("'b' could not join group 'guarded'")
        .hasMessageContaining("proves no key, and this member has one")
        .hasMessageEndingWith("say the same word");
    assertThat(a.views).containsExactly(Set.of("a"));
  }
}
