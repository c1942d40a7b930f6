package net.sf.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Context;
import javax.naming.InitialContext;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import org.jgroups.Message.Flag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of jGCS 0.8 that finds its engine in JNDI, as its configuration files say. */
class JndiTest {
  private static final String FILE =
      """
      myProto.type=net.sf.jgcs.jgroups.JGroupsProtocolFactory
      myProto.converter=org.osjava.sj.loader.convert.BeanConverter
      myProto.configuration=tcp
      myGroup=MyGroup
      myGroup.type=net.sf.jgcs.jgroups.JGroupsGroup
      myGroup.converter=org.osjava.sj.loader.convert.ConstructorConverter
      myService=NO_TOTAL_ORDER|RSVP
      myService.type=net.sf.jgcs.jgroups.JGroupsService
      myService.converter=org.osjava.sj.loader.convert.ConstructorConverter
      """;

  @TempDir private Path folder;

  @Test
  @SuppressWarnings("BanJNDI") // the names are our own
  void shouldSendByWhatItLooksUp() throws Exception {
    Files.writeString(folder.resolve("default.properties"), FILE);
    Context context = context();
    ProtocolFactory factory = (ProtocolFactory) context.lookup("myProto");
    GroupConfiguration group = (GroupConfiguration) context.lookup("myGroup");
    Service service = (Service) context.lookup("myService");
    AtomicReference<String> heard = new AtomicReference<>();
    try (Protocol protocol = factory.createProtocol()) {
      ControlSession control = protocol.openControlSession(group);
      DataSession data = protocol.openDataSession(group);
      data.setMessageListener(
          message -> {
            heard.set(new String(message.getPayload(), StandardCharsets.UTF_8));
            return null;
          });
      control.join();
      Message message = data.createMessage();
      message.setPayload("hello".getBytes(StandardCharsets.UTF_8));
      data.multicast(message, service, null);
      await().atMost(Duration.ofSeconds(20)).until(() -> "hello".equals(heard.get()));
      assertThat(service.satisfies(protocol.lookupService(ServiceNames.TOTAL_ORDER))).isFalse();
      assertThat(protocol.lookupService(ServiceNames.FIFO).satisfies(service)).isTrue();
    }
  }

  private Context context() throws Exception {
    Properties environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.osjava.sj.SimpleContextFactory");
    environment.put("org.osjava.sj.root", folder.toString());
    environment.put("org.osjava.jndi.delimiter", "/");
    return new InitialContext(environment);
  }

  @Test
  void shouldCompareServicesByTheirFlags() {
    JGroupsService both = new JGroupsService("OOB|RSVP");
    assertThat(both).isEqualTo(new JGroupsService(Flag.RSVP, Flag.OOB));
    assertThat(new JGroupsService(Flag.OOB).satisfies(both)).isTrue();
    assertThat(both.satisfies(new JGroupsService(Flag.OOB))).isFalse();
    both.setFlags((short) 0);
    both.setFlags(Flag.NO_TOTAL_ORDER);
    assertThat(both.getFlags()).isEqualTo(Flag.NO_TOTAL_ORDER.value());
    assertThat(both).hasToString(ServiceNames.FIFO);
    assertThatThrownBy(() -> new JGroupsService("NO_SUCH"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NO_SUCH");
  }

  @Test
  void shouldTakeFurtherSettings() throws Exception {
    JGroupsProtocolFactory factory = new JGroupsProtocolFactory("tcp");
    factory.setSettings("bind-port=0; member-name=a");
    try (Protocol protocol = factory.createProtocol()) {
      ControlSession control = protocol.openControlSession(new JGroupsGroup("g"));
      control.join();
      assertThat(control.getLocalAddress()).hasToString("a");
    }
    factory.setSettings("bind-prot=0");
    assertThatThrownBy(factory::createProtocol)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("bind-prot");
  }
}
