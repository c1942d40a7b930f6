package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class KeyAdmissionTest {
  private static final CryptoKey OLD = CryptoKey.ofSecret("the-secret-of-the-members", "shop");
  private static final CryptoKey NEW = CryptoKey.ofSecret("the-next-of-the-members", "shop");
  private static final byte[] STATEMENT = "b asks a".getBytes(UTF_8);
  private static final Duration GRACE = Duration.ofMinutes(1);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);

  private KeyRing ring(CryptoKey... keys) {
    return new KeyRing(List.of(keys), new Envelope.Instance(1, 2), GRACE, clock);
  }

  @Test
  void shouldAcceptTheSameKeyAndStatementAlone() {
    byte[] proof = new KeyAdmission(ring(OLD)).prove(STATEMENT);
    KeyAdmission other = new KeyAdmission(ring(OLD));
    assertThat(other.accepts(STATEMENT, proof)).isTrue();
    assertThat(other.accepts("c asks a".getBytes(UTF_8), proof)).isFalse();
    assertThat(new KeyAdmission(ring(NEW)).accepts(STATEMENT, proof)).isFalse();
    CryptoKey elsewhere = CryptoKey.ofSecret("the-secret-of-the-members", "till");
    assertThat(new KeyAdmission(ring(elsewhere)).accepts(STATEMENT, proof)).isFalse();
    assertThat(other.accepts(STATEMENT, new byte[3])).isFalse();
    proof[proof.length - 1]++;
    assertThat(other.accepts(STATEMENT, proof)).isFalse();
  }

  @Test
  void shouldProveWhatEncryptsAndAcceptWhatDecryptsWhileKeysChange() {
    KeyRing keys = ring(OLD);
    KeyAdmission changing = new KeyAdmission(keys);
    KeyAdmission old = new KeyAdmission(ring(OLD));
    KeyAdmission next = new KeyAdmission(ring(NEW));
    keys.change(List.of(OLD, NEW));
    assertThat(old.accepts(STATEMENT, changing.prove(STATEMENT))).isTrue();
    assertThat(changing.accepts(STATEMENT, next.prove(STATEMENT))).isTrue();
    keys.change(List.of(NEW));
    assertThat(next.accepts(STATEMENT, changing.prove(STATEMENT))).isTrue();
    assertThat(changing.accepts(STATEMENT, old.prove(STATEMENT))).isTrue();
    now.set(Instant.EPOCH.plus(GRACE).plusSeconds(1));
    assertThat(changing.accepts(STATEMENT, old.prove(STATEMENT))).isFalse();
  }
}
