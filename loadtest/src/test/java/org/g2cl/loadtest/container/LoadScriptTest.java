package org.g2cl.loadtest.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** load.sh with an {@code ab} that answers as it is told; the first client may fare otherwise. */
class LoadScriptTest {
  private static final String CART =
      "printf 'LOG: header received:\\nSet-Cookie: JSESSIONID=a.web1; Path=/\\n'";
  private static final String NO_CART = "printf 'LOG: header received:\\nHTTP/1.1 503 Busy\\n'";
  private static final String ANSWERED = report(0, "");
  private static final String GAVE_UP =
      "echo 'apr_socket_recv: Connection reset by peer (104)';"
          + " echo 'Total of 461 requests completed'; exit 104";

  @TempDir private Path folder;

  private record Ended(int code, String text) {}

  @Test
  void shouldCountWhatTheClientsReport() throws Exception {
    Ended ended = run(CART, ANSWERED, ANSWERED);

    assertThat(ended.text())
        .isEqualTo(
            "6000 requests, 0 failed, 300 requests/s, longest 12 ms; 3 of 3 clients came to their end\n");
    assertThat(ended.code()).isZero();
  }

  @Test
  void shouldFailWhenARequestFails() throws Exception {
    assertThat(run(CART, report(2, ""), ANSWERED))
        .isEqualTo(
            new Ended(
                1,
                "6000 requests, 2 failed, 300 requests/s, longest 12 ms; 3 of 3 clients came to their end\n"));
    Ended ended = run(CART, report(0, "Non-2xx responses:      5"), ANSWERED);
    assertThat(ended.text()).startsWith("6000 requests, 5 failed");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void shouldFailWhenAClientGivesUp() throws Exception {
    Ended ended = run(CART, GAVE_UP, ANSWERED);

    assertThat(ended.text())
        .containsPattern(
            "client \\d gave up: apr_socket_recv: Connection reset by peer \\(104\\) Total")
        .contains("4461 requests, 0 failed", "2 of 3 clients came to their end");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void shouldFailWhenAClientGetsNoCart() throws Exception {
    Ended ended = run(NO_CART, ANSWERED, ANSWERED);

    assertThat(ended.text())
        .containsPattern("client \\d: http://shop/step gave no cart")
        .contains("0 requests, 0 failed", "0 of 3 clients came to their end");
    assertThat(ended.code()).isEqualTo(1);
  }

  private static String report(int failed, String more) {
    return """
        cat <<'END'
        Complete requests:      2000
        Failed requests:        %d
        %s
        Requests per second:    100.00 [#/sec] (mean)
         100%%     12 (longest request)
        END
        """
        .formatted(failed, more);
  }

  /**
   * Runs the script for three clients.
   *
   * @param opening what ab does when it is asked for a cookie
   * @param first what it does for the client that comes first
   * @param others what it does for the others
   */
  private Ended run(String opening, String first, String others)
      throws IOException, InterruptedException {
    Path bin = Files.createTempDirectory(folder, "bin");
    Path ab = bin.resolve("ab");
    Files.writeString(
        ab,
        """
        #!/bin/sh
        case "$*" in *'-v 4'*) %s; exit ;; esac
        if mkdir '%s/first' 2>/dev/null; then
        %s
        exit
        fi
        %s
        """
            .formatted(opening, bin, first, others));
    assertThat(ab.toFile().setExecutable(true)).isTrue();
    ProcessBuilder script =
        new ProcessBuilder("sh", "src/main/docker/load.sh", "http://shop/step")
            .redirectErrorStream(true);
    script
        .environment()
        .merge("PATH", bin.toString(), (path, own) -> own + File.pathSeparator + path);
    script.environment().put("CLIENTS", "3");
    script.environment().put("TMPDIR", folder.toString());
    Process process = script.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }
}
