package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostCheckTest {
  @ParameterizedTest
  @CsvSource({
    "localhost:4301, true",
    "127.0.0.1, true",
    "127.0.0.2:80, true",
    "[::1]:4301, true",
    "node1:4301, true",
    "node1.evil.example, false",
    "evil.example, false",
    "127.0.0.1.evil.example, false",
    "localhost.evil.example:4301, false"
  })
  void shouldKnowItsOwnNamesOnLoopback(String host, boolean allowed) throws UnknownHostException {
    assertThat(check("node1", 127).allows(host)).isEqualTo(allowed);
  }

  @Test
  void shouldTakeEveryNameWhereOthersReachIt() throws UnknownHostException {
    assertThat(check("node1", 10).allows("cluster.example")).isTrue();
    assertThat(check("node1", 127).allows(null)).isFalse();
  }

  private static HostCheck check(String name, int network) throws UnknownHostException {
    byte[] address = {(byte) network, 0, 1, 1};
    return new HostCheck(new InetSocketAddress(InetAddress.getByAddress(name, address), 4301));
  }
}
