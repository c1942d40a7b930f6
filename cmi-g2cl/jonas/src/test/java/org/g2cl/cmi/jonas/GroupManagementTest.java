package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.g2cl.propagation.PropagationStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupManagementTest {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final Members members = new Members();

  /** Statuses that were asked for; each has its number in all of its figures. */
  private final AtomicInteger asked = new AtomicInteger();

  private JonasGroup group;
  private GroupManagement bean;

  @BeforeEach
  void register() {
    group = members.join();
    bean = GroupManagement.register(group, this::nextStatus);
  }

  @AfterEach
  void leave() {
    GroupManagement.unregister(bean);
    members.close();
  }

  private PropagationStatus nextStatus() {
    int number = asked.incrementAndGet();
    return new PropagationStatus(
        number, number, number, number, number, number, number, number, number, number, number,
        number, true);
  }

  private ObjectName name() throws Exception {
    return new ObjectName("org.g2cl:type=Group,member=" + ObjectName.quote(group.self()));
  }

  @Test
  void shouldTakeAllThatIsAskedForAtOnceFromOneStatusAndTheNextTimeFromANewOne() throws Exception {
    String[] names =
        Arrays.stream(server.getMBeanInfo(name()).getAttributes())
            .map(MBeanAttributeInfo::getName)
            .toArray(String[]::new);
    for (int round = 1; round <= 2; round++) {
      assertThat(server.getAttributes(name(), names).asList())
          .hasSameSizeAs(names)
          .contains(
              new Attribute("Group", group.settings().group()),
              new Attribute("SessionsOwned", round),
              new Attribute("TakeOvers", (long) round));
      assertThat(asked).as("statuses").hasValue(round);
    }
  }

  @Test
  void shouldTellEachAttributeThatIsAskedForAloneAsItIsNow() throws Exception {
    assertThat(server.getAttribute(name(), "Fenced")).isEqualTo(1L);
    assertThat(server.getAttribute(name(), "SessionsOwned")).isEqualTo(2);
    assertThat(server.getAttribute(name(), "Failures")).isEqualTo(3L);
  }
}
