package org.g2cl.loadtest.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AbResultTest {
  private static final String REPORT =
      """
      Concurrency Level:      1
      Time taken for tests:   2.345 seconds
      Complete requests:      1000
      Failed requests:        3
         (Connect: 0, Receive: 1, Length: 0, Exceptions: 2)
      Non-2xx responses:      4
      Keep-Alive requests:    990
      Total transferred:      250000 bytes

      Connection Times (ms)
                    min  mean[+/-sd] median   max
      Connect:        0    0   0.1      0       1
      Processing:     3   12  15.2      9     318
      Waiting:        3   12  15.2      9     317
      Total:          3   12  15.2      9     319
      """;

  @Test
  void shouldReadAllCounts() {
    assertThat(AbResult.parse(REPORT)).isEqualTo(new AbResult(1000, 3, 4, 319));
  }

  @Test
  void shouldTakeAMissingLineOfNon2xxResponsesAsNone() {
    String clean = REPORT.replaceAll("(?m)^Non-2xx.*\n", "");

    assertThat(AbResult.parse(clean).refused()).isZero();
  }

  @Test
  void shouldAddUp() {
    AbResult sum = new AbResult(10, 1, 2, 30).plus(new AbResult(5, 1, 0, 90));

    assertThat(sum).isEqualTo(new AbResult(15, 2, 2, 90));
  }

  @Test
  void shouldSayWhatAbSaidWhenItGaveUp() {
    assertThatThrownBy(() -> AbResult.parse("apr_socket_connect(): Connection refused (111)"))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("Connection refused");
  }
}
