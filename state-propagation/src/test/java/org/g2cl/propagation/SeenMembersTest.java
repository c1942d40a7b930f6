package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeenMembersTest {
  private final SocketAddress a = member(1);
  private final SocketAddress b = member(2);
  private final SocketAddress later = member(3);
  private final Map<SocketAddress, String> names = new HashMap<>(Map.of(a, "a", b, "b"));
  private final SeenMembers seen =
      new SeenMembers(member -> names.getOrDefault(member, member.toString()));

  @BeforeEach
  void seeTwo() {
    seen.see(List.of(a, b));
  }

  private static SocketAddress member(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void shouldMissOneThatIsGone() {
    seen.see(List.of(a));
    assertThat(seen.areAmong(List.of(a))).isFalse();
    assertThat(seen.areAmong(List.of(a, b))).isTrue();
  }

  @Test
  void shouldNotMissTheAddressOfBeforeOfOneThatCameBack() {
    names.put(later, "b");
    seen.see(List.of(a, later));
    assertThat(seen.areAmong(List.of(a, later))).isTrue();
  }

  @Test
  void shouldKnowAMemberByANameThatBecameKnownAfterItWasSeen() {
    seen.see(List.of(a, b, later));
    names.put(later, "c");
    assertThat(seen.areAmong(List.of(a, b, later))).isTrue();
    assertThat(seen.areAmong(List.of(a, b))).isFalse();
  }
}
