package net.sf.jgcs.spread;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceListener;
import org.g2cl.jgcs.spread.InTestDaemon;
import org.junit.jupiter.api.Test;

/** The beans that JNDI files of jGCS 0.8 name, as they name them. */
class JndiTest {
  @Test
  void shouldSendAndTellOfTheServiceAsApplicationsOfJgcs08Ask() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    List<Service> ensured = new CopyOnWriteArrayList<>();
    SpService safe = new SpService("safe");
    try (InTestDaemon daemon = InTestDaemon.start();
        Protocol protocol = factory(daemon).createProtocol()) {
      SpGroup group = new SpGroup("MyGroup");
      ControlSession control = protocol.openControlSession(group);
      DataSession data = protocol.openDataSession(new SpGroup("MyGroup"));
      assertThat(data.getGroup()).isEqualTo(group);
      data.setMessageListener(
          message -> {
            heard.add(new String(message.getPayload(), UTF_8));
            return "cookie";
          });
      data.setServiceListener(
          new ServiceListener() {
            @Override
            public Object onMessage(Message message) {
              return null;
            }

            @Override
            public void onServiceEnsured(Object context, Service service) {
              ensured.add(service);
            }
          });
      control.join();
      Message message = data.createMessage();
      message.setPayload("hello".getBytes(UTF_8));
      data.multicast(message, safe, null);
      await().until(() -> heard.equals(List.of("hello")) && ensured.size() == 1);
      assertThat(ensured.get(0).satisfies(safe)).isTrue();
      data.multicast(message, new SpService(0x4), null);
      await().until(() -> ensured.size() == 2);
      assertThat(ensured.get(1).satisfies(new SpService("fifo"))).isTrue();
      assertThat(ensured.get(1).satisfies(new SpService("agreed"))).isFalse();
      assertThatThrownBy(() -> data.multicast(message, other -> true, null))
          .isInstanceOf(ClassCastException.class);
    }
  }

  private static SpProtocolFactory factory(InTestDaemon daemon) {
    String[] hostAndPort = daemon.address().split(":", -1);
    SpProtocolFactory factory = new SpProtocolFactory();
    factory.setDaemonAddress(hostAndPort[1] + "@" + hostAndPort[0]);
    factory.setProcessName("node");
    factory.setMailboxClass("spread.Mailbox");
    return factory;
  }

  @Test
  void shouldReachADaemonOfAnotherHostThoughNoSettingNamesAnOwnAddress() {
    SpProtocolFactory factory = new SpProtocolFactory();
    factory.setDaemonAddress("4804@192.0.2.1,4803");
    assertThat(factory.settings())
        .containsOnly(
            Map.entry("bind-address", "0.0.0.0"),
            Map.entry("peers", "192.0.2.1:4804,localhost:4803"));
  }

  @Test
  void shouldSayWhatIsWrongWithAServiceOrAGroup() throws Exception {
    assertThatThrownBy(() -> new SpService("best")).hasMessageContaining("unreliable, reliable");
    assertThatThrownBy(() -> new SpService(0x40)).hasMessageContaining("guarantees");
    assertThat(new SpService(0x18).satisfies(new SpService("causal"))).isTrue();
    try (Protocol protocol = new SpProtocolFactory().createProtocol()) {
      assertThatThrownBy(() -> protocol.openDataSession(new SpGroup()))
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("no name");
      assertThatThrownBy(() -> protocol.openDataSession(new SpGroup("a b")))
          .hasMessageContaining("1 to 31");
    }
  }
}
