package org.g2cl.jgcs.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.Writer;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.spi.ProtocolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LegacyPluginTest {
  private static Map<String, String> with(String key, String value) {
    Map<String, String> settings = HubPlugin.settings("a");
    settings.put(key, value);
    return settings;
  }

  private static Protocol protocol(Map<String, String> settings) throws GroupException {
    return Protocols.factory(LegacyProtocolProvider.NAME, settings).createProtocol();
  }

  @Test
  void shouldKeepThePluginsClassesApartFromOurs() throws Exception {
    Plugin plugin = Plugin.load(LegacySettings.of(HubPlugin.settings("a")));
    Class<?> theirs = plugin.type("net.sf.jgcs.Protocol");
    assertThat(theirs).isNotEqualTo(Protocol.class);
    assertThat(Protocol.class.isAssignableFrom(plugin.type("hub.HubProtocolFactory"))).isFalse();
  }

  @Test
  void shouldTellThatItIsOutOfTheGroupAndJoinAgain() throws Exception {
    try (Protocol protocol = protocol(HubPlugin.settings("a"))) {
      MembershipSession control =
          (MembershipSession) protocol.openControlSession(new LegacyGroup("excluded"));
      AtomicInteger exclusions = new AtomicInteger();
      control.setMembershipListener(new Exclusions(exclusions));
      control.join();
      HubPlugin.hub("exclude", control.getLocalAddress());
      await().atMost(Duration.ofSeconds(20)).until(() -> exclusions.get() == 1);
      assertThat(control.getLocalAddress()).isNull();
      control.join();
      assertThat(control.getMembership().getMembershipList()).hasSize(1);
    }
  }

  @Test
  void shouldNameTheSettingThatIsWrong() {
    assertWrong("jars", "no-such-folder", "no folder");
    assertWrong("join-timeout", "30", "PT30S");
    assertWrong("factory-class", "hub.NoSuch", "not in the folder");
    assertWrong("service.total-order", "", "stronger");
  }

  private static void assertWrong(String key, String value, String rule) {
    assertThatThrownBy(() -> protocol(with(key, value)))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining(value)
        .hasMessageContaining(rule);
  }

  @Test
  void shouldReadItsSettingsFromAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("hub.properties");
    Properties properties = new Properties();
    properties.putAll(HubPlugin.settings("from the file"));
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    Map<String, String> given =
        Map.of(ProtocolProvider.STACK, file.toString(), ProtocolProvider.MEMBER_NAME, "given");
    assertThat(LegacySettings.of(given).memberName()).isEqualTo("given");
    assertThat(LegacySettings.of(given).groupProperties()).containsValue("bean of given");
  }

  @Test
  void shouldTellWhyThePluginCouldNotBeStarted() throws Exception {
    try (Protocol protocol = protocol(with("factory.noSuch", "x"))) {
      var control = protocol.openControlSession(new LegacyGroup("g"));
      assertThatThrownBy(control::join)
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("noSuch");
      assertThat(control.getLocalAddress()).isNull();
    }
  }

  @Test
  void shouldEndThePluginsThreadsWhenItRefusesASession() throws Exception {
    long before = pluginThreads();
    try (Protocol protocol = protocol(with("factory.noControl", "true"))) {
      var control = protocol.openControlSession(new LegacyGroup("refused"));
      assertThatThrownBy(control::join)
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("no control session");
      await().atMost(Duration.ofSeconds(20)).until(() -> pluginThreads() <= before);
    }
  }

  private static long pluginThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("hub-member"))
        .count();
  }

  @Test
  void shouldLetAGoodByeNotWaitLongWhileThePluginBlocks() throws Exception {
    SendGate gate = new SendGate();
    gate.shut();
    assertThatThrownBy(() -> gate.enter(SendGate.SHORT_BLOCK))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("PT0.5S");
    gate.open();
    gate.enter(SendGate.SHORT_BLOCK);
  }

  @Test
  void shouldWaitOnceForAllWhenThePluginBlocksForTooLong() throws Exception {
    SendGate gate = new SendGate();
    gate.shut();
    assertThatThrownBy(() -> gate.enter(SendGate.SHORT_BLOCK.plusMillis(1)))
        .isInstanceOf(GroupException.class);
    long start = System.nanoTime();
    assertThatThrownBy(() -> gate.enter(SendGate.LONGEST_BLOCK)).hasMessageContaining("blocked");
    assertThatThrownBy(() -> gate.enter(SendGate.LONGEST_BLOCK)).hasMessageContaining("blocked");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SendGate.LONGEST_BLOCK);
    gate.open();
    gate.shut();
    assertThatThrownBy(() -> gate.enter(SendGate.SHORT_BLOCK)).hasMessageContaining("PT0.5S");
    gate.open();
    gate.enter(SendGate.SHORT_BLOCK);
  }

  /** Counts views, and fails when it is to block. */
  private record FailsToBlock(AtomicInteger views) implements PluginSessions.Listener {
    @Override
    public Object onMessage(byte[] payload, SocketAddress sender) {
      return null;
    }

    @Override
    public void onService(Object context, Object service) {}

    @Override
    public void onView(Object membership) {
      views.incrementAndGet();
    }

    @Override
    public void onBlock() throws GroupException {
      throw new GroupException("thrown by the test");
    }

    @Override
    public void onExcluded() {}

    @Override
    public void onFailure(Throwable failure) {}
  }

  private static PluginSessions joined(String name, AtomicInteger views) throws Exception {
    LegacySettings settings = LegacySettings.of(HubPlugin.settings(name));
    PluginSessions sessions = new PluginSessions(Plugin.load(settings), settings, "blocked");
    sessions.listen(new FailsToBlock(views));
    sessions.join(settings.joinTimeout());
    return sessions;
  }

  @Test
  void shouldConsentToBlockThoughItFails() throws Exception {
    AtomicInteger views = new AtomicInteger();
    PluginSessions a = joined("a", views);
    PluginSessions b = joined("b", new AtomicInteger());
    await().atMost(Duration.ofSeconds(20)).until(() -> views.get() == 2);
    b.leave();
    a.leave();
  }

  @Test
  void shouldOfferWhatIsNamedAndWhatIsWeaker() throws Exception {
    try (Protocol protocol = protocol(HubPlugin.settings("a"))) {
      assertThat(protocol.lookupService(ServiceNames.UNORDERED)).isNotNull();
      assertThatThrownBy(() -> protocol.lookupService(ServiceNames.SAFE))
          .isInstanceOf(UnsupportedServiceException.class)
          .hasMessageContaining("service.safe");
    }
  }

  private record Exclusions(AtomicInteger count) implements MembershipListener {
    @Override
    public void onMembershipChange() {}

    @Override
    public void onExcluded() {
      count.incrementAndGet();
    }
  }
}
