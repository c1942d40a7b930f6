package org.g2cl.loadtest.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
  private static final String LINE =
      "1795000000000000 4200 200 web1 run-17 \"GET /shop/step HTTP/1.0\"\n";

  @TempDir private Path directory;

  @Test
  void shouldReadARequestOfTheLoad() {
    assertThat(Hit.parse(LINE.strip()))
        .contains(new Hit(1795000000000000L, 4200, 200, "web1", "run", 17));
  }

  @Test
  void shouldPassOverOtherRequests() {
    assertThat(Hit.parse("1795000000000000 4200 200 web1 - \"GET /shop HTTP/1.1\"")).isEmpty();
    assertThat(Hit.parse("1795000000000000 4200 200 web1 x-y \"GET / HTTP/1.1\"")).isEmpty();
    assertThat(Hit.parse("cut off")).isEmpty();
  }

  @Test
  void shouldTellBadAnswersFromGoodOnes() {
    assertThat(Hit.parse(LINE.replace(" 200 ", " 503 ")).orElseThrow().isOk()).isFalse();
    assertThat(Hit.parse(LINE).orElseThrow().isOk()).isTrue();
  }

  @Test
  void shouldGoOnInTheMiddleOfALineThatWasHalfWritten() throws IOException {
    Path file = directory.resolve("access.log");
    AccessLog log = new AccessLog(file);
    assertThat(log.read()).isEmpty();

    Files.writeString(file, LINE + LINE.substring(0, 30));
    assertThat(log.read()).hasSize(1);
    Files.writeString(file, LINE.substring(30), StandardOpenOption.APPEND);
    assertThat(log.read()).hasSize(1);
    assertThat(log.read()).isEmpty();
  }
}
