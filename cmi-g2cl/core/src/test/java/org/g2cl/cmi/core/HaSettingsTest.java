package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.propagation.PartitionRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HaSettingsTest {
  @Test
  void shouldHaveADefaultForEverySetting() {
    HaSettings settings = HaSettings.builder().build();

    assertThat(settings.get(HaSetting.ENGINE)).isEqualTo("jgroups");
    assertThat(settings.propagation().backups()).isEqualTo(1);
    assertThat(settings.duration(HaSetting.CALL_TIMEOUT)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void shouldTakePropertiesByTheirNames() {
    HaSettings settings =
        HaSettings.builder()
            .setAll(Map.of("g2cl.group", "shop", "g2cl.acknowledge-timeout", "PT2S"))
            .build();

    assertThat(settings.get(HaSetting.GROUP)).isEqualTo("shop");
    assertThat(settings.propagation().acknowledgeTimeout()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void shouldSendNoPacksThatMembersOfABuildBeforeCannotRead() throws Exception {
    ProtocolProvider provider = Protocols.provider("jgroups");
    assertThat(HaSettings.builder().build().engineProperties(provider, "a"))
        .containsEntry(ProtocolProvider.PACKING, "false");
  }

  @Test
  void shouldSayNothingOfPacksToAnEngineThatHasNone() throws Exception {
    ProtocolProvider provider = Protocols.provider("local");
    assertThat(HaSettings.builder().build().engineProperties(provider, "a"))
        .doesNotContainKey(ProtocolProvider.PACKING);
  }

  @Test
  void shouldNameTheNearestSettingAndListAllWhenOneIsUnknown() {
    assertThatThrownBy(() -> HaSettings.builder().setAll(Map.of("g2cl.goup", "shop")))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.goup")
        .hasMessageContaining("write g2cl.group.")
        .hasMessageContaining("g2cl.status-port");
  }

  @ParameterizedTest
  @CsvSource({
    "BIND_PORT, 70000, 65535",
    "BIND_PORT, many, whole number",
    "CALL_TIMEOUT, 10, ISO-8601",
    "CALL_TIMEOUT, PT0S, from PT0.001S to P365D",
    "CALL_TIMEOUT, PT999999999999H, from PT0.001S to P365D",
    "JOIN_TIMEOUT, PT8760H0.001S, from PT0.001S to P365D",
    "ACKNOWLEDGE_TIMEOUT, PT0.0005S, from PT0.001S to P365D",
    "ACKNOWLEDGE_TIMEOUT, PT10.001S, 'at most g2cl.call-timeout, which is PT10S'",
    "MARKER_RETENTION, PT59.999S, PT1M or longer",
    "TOMBSTONE_RETENTION, PT0.001S, PT1M or longer",
    "CHAIN, zip, no decorator",
    "CHAIN, 'compress, crypto', leave crypto out",
    "MERGE_POLICY, com.shop.Policy, leave the policy out",
    "BACKUPS, -1, whole number",
    "MODE, quick, 'synchronous, majority, all or asynchronous'",
    "REPAIRS_PER_SECOND, 0, whole number",
    "REPLIES_KEPT, 252, from 1 to 251",
    "MAX_STATE_BYTES, 25165825, from 1 to 25165824",
    "LOCATION, here, host:port",
    "LOCATION, here:0, from 1 to 65535",
    "LOCATION, here:65536, from 1 to 65535",
    "LOCATION, shop_1:4201, 'letters, digits'",
    "LOCATION, shop:4201/cart, 'letters, digits'",
    "UNPROTECTED, yes, true or false",
    "GROUP, ' ', empty"
  })
  void shouldNameSettingValueAndRuleWhenAValueIsWrong(
      HaSetting setting, String value, String rule) {
    assertThatThrownBy(() -> HaSettings.builder().set(setting, value).build())
        .isInstanceOf(HaException.class)
        .hasMessageContaining(setting.key())
        .hasMessageContaining(value)
        .hasMessageContaining(rule);
  }

  @Test
  void shouldRefuseMoreMinimumCopiesThanBackups() {
    assertThatThrownBy(() -> HaSettings.builder().set(HaSetting.MINIMUM_COPIES, 2).build())
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.minimum-copies is '2'")
        .hasMessageContaining("g2cl.backups, which is 1");
  }

  @Test
  void shouldRefuseMinimumCopiesWhereNoCallWaitsForACopy() {
    assertThatThrownBy(
            () ->
                HaSettings.builder()
                    .set(HaSetting.MINIMUM_COPIES, 1)
                    .set(HaSetting.MODE, "asynchronous")
                    .build())
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.minimum-copies is '1'")
        .hasMessageContaining("with g2cl.mode=asynchronous no call waits for a copy");
  }

  @Test
  void shouldRefuseASizeOfTheGroupWhereEveryPartGoesOn() {
    var settings =
        HaSettings.builder()
            .set(HaSetting.PARTITION, "availability")
            .set(HaSetting.PARTITION_SIZE, 3);
    assertThatThrownBy(settings::build)
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.partition-size is 3")
        .hasMessageContaining("with g2cl.partition=availability every part")
        .hasMessageContaining("leave the size out, or set g2cl.partition to primary or strict");
    assertThat(settings.set(HaSetting.PARTITION, "primary").build().partition())
        .as("of two that are left not both go on")
        .isEqualTo(PartitionRule.primaryOf(3));
  }

  @Test
  void shouldShowNoSecret() {
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.SECRET, "a-secret-of-ours-1")
            .set(HaSetting.ACCEPTED_SECRETS, "a-secret-of-ours-2")
            .build();
    assertThat(settings.toString()).contains("not shown").doesNotContain("of-ours");
    assertThat(settings.encrypted()).isTrue();
  }

  @Test
  void shouldRefuseSettingsOfAKeyWithoutAKey() {
    assertThatThrownBy(
            () -> HaSettings.builder().set(HaSetting.ACCEPTED_SECRETS, "hush-hush").build())
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.accepted-secrets")
        .hasMessageContaining("g2cl.secret")
        .message()
        .doesNotContain("hush-hush")
        .endsWith("nothing is encrypted");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "JOIN_TIMEOUT",
        "LEAVE_TIMEOUT",
        "MARKER_RETENTION",
        "ACKNOWLEDGE_TIMEOUT",
        "CALL_TIMEOUT",
        "TOMBSTONE_RETENTION"
      })
  void shouldRefuseADurationThatNoClockCanCount(HaSetting setting) {
    assertThatThrownBy(() -> HaSettings.builder().set(setting, "PT999999999999H").build())
        .isInstanceOf(HaException.class)
        .hasMessageContaining(setting.key() + " is 'PT999999999999H'")
        .hasMessageContaining("from PT0.001S to P365D (default " + setting.defaultValue());
    HaSettings longest =
        HaSettings.builder().set(HaSetting.CALL_TIMEOUT, "P365D").set(setting, " P365D ").build();
    assertThat(longest.duration(setting)).isEqualTo(Duration.ofDays(365));
  }

  @Test
  void shouldRefuseTwoSourcesOfKeysAndNameThem() {
    assertThatThrownBy(
            () ->
                HaSettings.builder()
                    .set(HaSetting.SECRET, "hush-hush-hush-hush")
                    .set(HaSetting.SECRET_FILE, "secrets")
                    .build())
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.secret and g2cl.secret-file are set")
        .hasMessageContaining("keep one")
        .message()
        .doesNotContain("hush-hush");
  }

  @ParameterizedTest
  @CsvSource({
    "g2cl.partiton, strict, is 'strict', g2cl.partition",
    "g2cl.minimum_copies, 1, is '1', g2cl.minimum-copies",
    "g2cl.alowed-classes, com.shop.*, is 'com.shop.*', g2cl.allowed-classes",
    "g2cl.secretfile, /etc/g2cl, is set, g2cl.secret-file",
    "g2cl.sercet, hunter2, is set, g2cl.secret",
    "g2cl.pass, hunter2, is set, g2cl."
  })
  void shouldRefuseASystemPropertyThatIsNoSettingAndNameTheNearest(
      String name, String value, String told, String nearest) {
    System.setProperty(name, value);
    try {
      assertThatThrownBy(HaSettings::fromSystem)
          .isInstanceOf(HaException.class)
          .hasMessageContaining("the system property '" + name + "' " + told + ",")
          .hasMessageContaining("there is no such setting; write -D" + nearest)
          .hasMessageContaining("or take it out")
          .hasMessageContaining("must be the name of a setting: [");
    } finally {
      System.clearProperty(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"g2cl.client.deadline", "g2cl.allowed-classes", "g2clx", "org.g2cl.x"})
  void shouldAcceptSystemPropertiesThatOtherPartsRead(String name) {
    System.setProperty(name, "PT10S");
    System.setProperty("g2cl.partition", "strict");
    try {
      assertThat(HaSettings.fromSystem().get(HaSetting.PARTITION)).isEqualTo("strict");
    } finally {
      System.clearProperty(name);
      System.clearProperty("g2cl.partition");
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldExplainEverySetting(HaSetting setting) {
    assertThat(setting.key()).startsWith("g2cl.");
    assertThat(setting.environmentKey()).matches("G2CL_[A-Z_]+");
    assertThat(setting.meaning()).isNotBlank();
  }
}
