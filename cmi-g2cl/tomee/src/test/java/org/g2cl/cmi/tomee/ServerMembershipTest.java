package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerMembershipTest {
  @Test
  void shouldTellThatRolesAreNotCheckedOnJavaNewerThanTomeesOwn() {
    assertThat(ServerMembership.unsafeOn(17)).isEmpty();
    assertThat(ServerMembership.unsafeOn(21).orElseThrow())
        .contains("runs on Java 21", "@RolesAllowed", "run it on Java 17");
  }
}
