package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissedMessagesTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  /** The first call takes note of what is missing, the second asks for it. */
  private static final CountDownLatch CALLS = new CountDownLatch(2);

  /** Retransmission that is counted; public because JGroups makes it by its name. */
  public static final class Counted extends NAKACK2 {
    @Override
    public void triggerXmit() {
      CALLS.countDown();
      super.triggerXmit();
    }
  }

  @TempDir Path folder;

  @Test
  void shouldAskForWhatItMissedLongBeforeTheFirstInterval() throws Exception {
    short id = ClassConfigurator.getProtocolId(NAKACK2.class);
    Path stack = folder.resolve("counted.xml");
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      String counted =
          text.replace("<pbcast.NAKACK2 ", "<" + Counted.class.getName() + " id=\"" + id + "\" ")
              .replaceFirst("xmit_interval=\"100\"", "xmit_interval=\"600000\"");
      assertThat(counted).contains("600000").doesNotContain("<pbcast.NAKACK2");
      Files.writeString(stack, counted);
    }
    String engine = JGroups4ProtocolProvider.NAME;
    Map<String, String> settings = Map.of(ProtocolProvider.STACK, stack.toString());
    try (Protocol protocol = Protocols.factory(engine, settings).createProtocol()) {
      ControlSession control = protocol.openControlSession(Protocols.provider(engine).group("g"));
      control.join();
      assertThat(CALLS.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
