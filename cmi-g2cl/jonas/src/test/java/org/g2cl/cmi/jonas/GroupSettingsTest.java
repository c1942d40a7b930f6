package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.cmi.core.HaSetting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a setting is told by the name under which it was given. */
class GroupSettingsTest {
  private static final String STACK =
      "<config><TCP bind_addr='127.0.0.1' bind_port='7800'/>"
          + "<TCPPING initial_hosts='127.0.0.1[7800]'/></config>";

  private final List<String> set = new ArrayList<>();
  private final Config config = new Config();

  @TempDir Path directory;

  @AfterEach
  void forget() {
    set.forEach(System::clearProperty);
  }

  private void set(String property, String value) {
    set.add(property);
    System.setProperty(property, value);
  }

  @Test
  void shouldNotReadStackFileWherePeersAreGivenByTheSystem() {
    config.setConfFileName("nowhere.xml");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .hasMessageContaining("confFileName is 'nowhere.xml'");
    set("g2cl.peers", "127.0.0.1:7801");
    assertThat(GroupSettings.of(config).peers()).containsExactly("127.0.0.1:7801");
  }

  @Test
  void shouldNotTakePeersOfAnotherEngineForMembersNorReadStackFilesForIt() {
    config.setConfFileName("nowhere.xml");
    config.setEngine("spread");
    config.setPeers("127.0.0.1:4803");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("engine is 'spread', and neither bindAddress nor bindPort is given")
        .hasMessageContaining("give each server others");
    config.setBindPort("7801");
    assertThat(GroupSettings.of(config).hasMembersForPeers()).isFalse();
    assertThat(GroupSettings.of(config).findsOthersBySelf()).isTrue();
    config.setConfFileName(null);
    config.setEngine("jgroups4");
    assertThat(GroupSettings.of(config).hasMembersForPeers()).isTrue();
  }

  @Test
  void shouldRefuseStackFileThatIsNotThereAlsoUnderStocksName() {
    config.setConfFileName("jgroups-cmi.xml");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("confFileName is 'jgroups-cmi.xml', which is not on the class path")
        .hasMessageContaining("cmi.conf.dir")
        .hasMessageContaining("set peers=");
    for (String blank : List.of("", "  ")) {
      config.setConfDir(blank);
      assertThatThrownBy(() -> GroupSettings.of(config))
          .hasMessageContaining("which is not on the class path");
    }
    config.setConfDir(directory.toString());
    assertThatThrownBy(() -> GroupSettings.of(config))
        .hasMessageContaining("neither in the directory " + directory + " nor on the class path");
    assertThatThrownBy(() -> GroupSettings.of("G1", "no-ha.xml", 0))
        .hasMessageContaining("jonas.service.ha.jgroups.conf is 'no-ha.xml'");
  }

  @Test
  void shouldTakeFromStackFileOnlyWhatIsNotGivenOtherwise() throws Exception {
    Files.writeString(directory.resolve("stack.xml"), STACK.replace("bind_addr='127.0.0.1'", ""));
    config.setConfDir(directory.toString());
    config.setConfFileName("stack.xml");
    assertThatThrownBy(() -> GroupSettings.of(config)).hasMessageContaining("TCP bind_addr");
    config.setBindAddress("127.0.0.2");
    GroupSettings settings = GroupSettings.of(config);
    assertThat(settings.memberName()).isEqualTo("127.0.0.2:7800");
    assertThat(settings.peers()).containsExactly("127.0.0.1:7800");
    assertThat(settings.peersName()).isEqualTo("initial_hosts of stack file 'stack.xml'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.shop*",
        "com.shop.**",
        "com/shop/Cart",
        "com.shop.*;com.bank.*",
        "com..shop",
        "*.shop",
        "[Lcom.shop.Cart;",
        "com.bank.*,com.shop."
      })
  void shouldRefuseAllowedClassesThatAreNone(String list) {
    set(ClassAllowList.SETTING, list);
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("g2cl.allowed-classes has '" + list.replace("com.bank.*,", ""))
        .hasMessageContaining("must be a class with its package");
  }

  @Test
  void shouldTakeAllowedClassesAndPackages() {
    set(ClassAllowList.SETTING, " org.g2cl.cmi.* , com.bank.Account$Kind,, Top,");
    assertThat(GroupSettings.of(config)).isNotNull();
    assertThat(ClassAllowList.fromSystem().allows(GroupSettingsTest.class)).isTrue();
    set(ClassAllowList.SETTING, "*");
    assertThat(ClassAllowList.fromSystem().allows(java.util.logging.Logger.class)).isTrue();
  }

  @Test
  void shouldRefuseSystemPropertyThatIsNoSettingAndNameTheNearestOne() {
    set("g2cl.secretfile", "/etc/jonas/g2cl.secret");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("'g2cl.secretfile'")
        .hasMessageContaining("write -Dg2cl.secret-file,")
        .hasMessageNotContaining("/etc/jonas");
  }

  @ParameterizedTest
  @CsvSource({"g2cl.sercet", "g2cl.keystore-pasword", "g2cl.acepted"})
  void shouldNotTellValueOfSystemPropertyThatMayBeTheSecretMisspelt(String name) {
    set(name, "hunter2-hunter2");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .hasMessageContaining("'" + name + "'")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void shouldTellValueOfSystemPropertyThatIsSurelyNoSecret() {
    set("g2cl.partiton", "strict");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("'g2cl.partiton' is 'strict'")
        .hasMessageContaining("write -Dg2cl.partition,");
  }

  @Test
  void shouldWarnWhichOfTwoValuesCounts() {
    set("g2cl.group", "prod");
    try (LogLines log = new LogLines(SettingSources.class)) {
      assertThat(GroupSettings.of(config).group()).isEqualTo("G1");
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("groupName is 'G1' and g2cl.group is 'prod': the former counts");
    }
    config.setGroupName("prod");
    try (LogLines log = new LogLines(SettingSources.class)) {
      assertThat(GroupSettings.of(config).group()).isEqualTo("prod");
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void shouldAcceptSystemPropertiesOfOursThatOtherPartsRead() {
    set("g2cl.allowed-classes", "com.shop.*");
    set("g2cl.client.deadline", "PT10S");
    set("g2cl.status-port", "0");
    assertThat(GroupSettings.of(config).group()).isEqualTo("G1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1:7800,b | peers is '127.0.0.1:7800,b'; 'b' must be host:port",
        "127.0.0.1:78oo | '127.0.0.1:78oo' must be host:port",
        "127.0.0.1:0 | '127.0.0.1:0' must be host:port",
        "nowhere.invalid:7800 | the host 'nowhere.invalid' is not known here; correct its name"
      })
  void shouldNamePeersThatCannotBeAsked(String peers, String reason) {
    config.setPeers(peers);
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("peers is '" + peers + "'")
        .hasMessageContaining(reason);
  }

  @Test
  void shouldNameSettingsAsTheyWereGiven() {
    config.setBindPort("78oo");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("bindPort (g2cl.bind-port) is '78oo'; it must be a whole number");
    config.setBindPort("7800");
    assertThat(GroupSettings.of(config).inTheirNames("see 'bind-address' and 'bind-port'"))
        .isEqualTo("see 'g2cl.bind-address' and 'bindPort'");
    config.setBindPort(null);
    set(HaSetting.BIND_PORT.key(), "-1");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .hasMessageStartingWith("g2cl.bind-port is '-1'");
    System.clearProperty(HaSetting.BIND_PORT.key());
    config.setBackups("1");
    config.setMinimumCopies("2");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .hasMessageContaining("minimumCopies (g2cl.minimum-copies) is '2'")
        .hasMessageContaining("backups (g2cl.backups)");
  }
}
