package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.Test;

class QuietLogTest {
  private static final String MARK = "of a stranger";

  @Test
  void shouldTellOfWhatStrangersSendInOneLineOnceInAWhile() {
    QuietLog.install();
    Log log = LogFactory.getLog(QuietLogTest.class);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 100; i++) {
        log.error("failed deserializing retransmission list", new RefusedPacket(MARK));
        log.error("JGRP000030: x: failed handling incoming message", new EOFException(MARK));
        log.warn("x: failed handling message", new IllegalStateException(MARK));
        log.warn("JGRP000006: %s: failed accepting connection from peer %s: %s", "x", "y", MARK);
      }
    } finally {
      System.setErr(before);
    }
    String text = written.toString(StandardCharsets.UTF_8);
    assertThat(text.split(MARK, -1).length - 1).isLessThanOrEqualTo(1);
    assertThat(text).doesNotContain("\tat ");
  }
}
