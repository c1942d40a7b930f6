package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("JdkObsolete") // the type of the naming API
class ClientSettingsTest {
  @Test
  void shouldPutTheEnvironmentBeforeSystemProperties() {
    Properties system = new Properties();
    system.setProperty("g2cl.client.deadline", "PT9S");
    system.setProperty("g2cl.client.pool-size", "7");
    ClientSettings settings =
        Environment.settings(Map.of("g2cl.client.deadline", "PT3S", "other", "x"), system);
    assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.poolSize()).isEqualTo(7);
    assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void shouldGiveABeanItsOwnPolicy() {
    ClientSettings settings =
        ClientSettings.builder().policy("Random").policy("Cart", "FirstAvailable").build();
    var servers = ProviderUrl.parse("a:1,b:2");
    assertThat(settings.newPolicy("Cart").choose(servers)).isEqualTo(servers.get(0));
    assertThat(settings.newPolicy("Other")).isInstanceOf(RandomChoice.class);
  }

  @Test
  void shouldTakeAPolicyByItsClass() {
    var settings = ClientSettings.builder().policy(LastOne.class.getName()).build();
    var servers = ProviderUrl.parse("a:1,b:2");
    assertThat(settings.newPolicy("Any").choose(servers)).isEqualTo(servers.get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "deadline, soon, must be a duration",
    "deadline, PT0S, must be from PT0.001S to PT24H",
    "read-timeout, -PT1S, must be from",
    "read-timeout, PT9223372036854775807S, must be from",
    "pool-size, 0, must be from 1 to",
    "pool-size, many, must be a whole number",
    "policy, RoundRobbin, must be one of RoundRobin",
    "policy.Cart, java.lang.String, must be one of RoundRobin",
    "strategy, Far, must be one of NoStrategy",
  })
  void shouldRefuseAWrongValueNamingSettingValueAndRule(String name, String value, String rule) {
    String key = "g2cl.client." + name;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientSettings.builder().with(key, value).build())
        .withMessageContaining(key + " is ")
        .withMessageContaining(rule);
  }

  @Test
  void shouldRefuseAPolicyThatCannotBeLoadedNamingItAndItsSetting() {
    String name = Unloadable.class.getName();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientSettings.builder().policy(name).build())
        .withMessageContaining("g2cl.client.policy is '" + name + "'")
        .withMessageContaining("must be one of RoundRobin")
        .withCauseInstanceOf(LinkageError.class);
  }

  @Test
  void shouldRefuseAnUnknownSettingAndListTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientSettings.builder().with("g2cl.client.dedline", "PT1S"))
        .withMessageContaining("g2cl.client.dedline is no setting")
        .withMessageContaining("g2cl.client.deadline");
  }

  @Test
  void shouldRefuseWrongSettingsWhenTheContextIsMade() {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.PROVIDER_URL, "127.0.0.1:4201");
    environment.put("g2cl.client.pool-size", "-1");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> new HaContextFactory().getInitialContext(environment))
        .withMessageContaining("g2cl.client.pool-size is -1");
  }

  @Test
  void shouldRefuseAContextWithoutProviderUrl() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> new HaContextFactory().getInitialContext(new Hashtable<>()))
        .withMessageContaining("java.naming.provider.url");
  }

  /** A policy whose class needs what is not there. */
  public static final class Unloadable implements Policy {
    private static final Object NEEDED = needed();

    /** For the settings. */
    public Unloadable() {}

    private static Object needed() {
      throw new IllegalStateException("meant by the test");
    }

    @Override
    public Location choose(java.util.List<Location> servers) {
      return servers.get(servers.indexOf(NEEDED));
    }
  }

  /** A user's policy. */
  public static final class LastOne implements Policy {
    /** For the settings. */
    public LastOne() {}

    @Override
    public Location choose(java.util.List<Location> servers) {
      return servers.get(servers.size() - 1);
    }
  }
}
