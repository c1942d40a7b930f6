package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnersTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("127.0.0.1", 1);
  private static final SocketAddress B = InetSocketAddress.createUnresolved("127.0.0.1", 2);

  private final Owners owners = new Owners();

  @BeforeEach
  void join() {
    owners.install(List.of(A, B));
    owners.learn(B, 2);
  }

  @Test
  void shouldTellWhoWentWithEachViewUntilThatIsForgotten() {
    assertThat(owners.install(List.of(A)).gone()).containsExactly(2L);
    assertThat(owners.install(List.of(A)).gone()).containsExactly(2L);
    assertThat(owners.knows(2)).isTrue();
    owners.forget(Set.of(2L));
    assertThat(owners.install(List.of(A)).gone()).isEmpty();
    assertThat(owners.knows(2)).isFalse();
  }

  /** As a member that the network took away and brought back, and that did not notice. */
  @Test
  void shouldNotForgetWhoIsBackMeanwhile() {
    Set<Long> gone = owners.install(List.of(A)).gone();
    owners.install(List.of(A, B));
    owners.learn(B, 2);
    owners.forget(gone);
    assertThat(owners.address(2)).isEqualTo(B);
    assertThat(owners.install(List.of(A, B)).gone()).isEmpty();
  }
}
