package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.LifeCycle;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.Test;

/** On the default engine, which is the one that resolves names. */
class UnresolvedPeersTest {
  /** Of a top-level domain that is never given. */
  private static final String NOBODY = "members.invalid";

  @Test
  void shouldWarnWhenANodeBeginsAGroupOfItsOwnSinceANameDoesNotResolve() throws Exception {
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
            .set(HaSetting.BIND_PORT, "" + FreePorts.next())
            .set(HaSetting.PEERS_DNS, NOBODY)
            .build();
    var output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var recorder = new PrintStream(output, true, StandardCharsets.UTF_8)) {
      System.setErr(recorder);
      try (HaService alone = HaService.start(settings)) {
        Awaitility.await("a warning")
            .atMost(Duration.ofSeconds(30))
            .until(() -> output.toString(StandardCharsets.UTF_8).contains("alone in group"));
        assertThat(alone.status().lifeCycle()).isEqualTo(LifeCycle.READY);
      }
    } finally {
      System.setErr(before);
    }
    assertThat(output.toString(StandardCharsets.UTF_8))
        .contains("WARN", "g2cl.peers-dns is 'members.invalid', of which members.invalid does not");
  }
}
