package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.g2cl.registry.Registry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Settings of the system that {@link Config} has no attribute for reach the group too. */
class SecretTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SECRET = "the-secret-of-the-servers";

  private final Members members = new Members();

  @AfterEach
  void stop() {
    System.clearProperty("g2cl.secret");
    System.clearProperty("g2cl.join-timeout");
    members.close();
  }

  private JonasGroup join(String secret) {
    System.setProperty("g2cl.join-timeout", "PT10S");
    System.setProperty("g2cl.secret", secret);
    return members.join();
  }

  @Test
  void shouldKeepServerOutThatHasAnotherSecret() throws Exception {
    Registry a = join(SECRET).registry();
    Registry b = join(SECRET).registry();
    a.rebind("name", "value");
    await().atMost(PATIENCE).until(() -> b.lookup("name").isPresent());

    assertThatThrownBy(() -> join("some-other-secret-of-16"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("a key that this member does not have");
  }

  @Test
  void shouldSayWhatToSetWhenServerHasNoSecretAndTheOthersHave() {
    join(SECRET);
    System.setProperty("g2cl.join-timeout", "PT3S");
    System.clearProperty("g2cl.secret");
    assertThatThrownBy(members::join)
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("do not understand each other")
        .hasMessageContaining("Set the same g2cl.secret and g2cl.chain on all servers");
  }

  @Test
  void shouldNameTheSettingOfSecretThatIsTooShort() {
    assertThatThrownBy(() -> join("short"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("g2cl.secret")
        .hasMessageContaining("a secret must have")
        .hasMessageNotContaining("crypto.")
        .hasMessageNotContaining("short'");
  }
}
