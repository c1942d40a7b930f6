package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.g2cl.propagation.PropagationStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManagementBeanTest {
  private static final String LOCATION = "127.0.0.1:4299";

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final HaSettings settings =
      HaSettings.builder().set(HaSetting.LOCATION, LOCATION).build();

  /** Statuses that were asked for; each has its number in all of its figures. */
  private final AtomicInteger asked = new AtomicInteger();

  private final HaEvent event = new HaEvent(Instant.EPOCH, HaEvent.Kind.VIEW, "sees 2 members");
  private final ManagementBean bean =
      new ManagementBean(settings, this::nextStatus, () -> List.of(event));

  private HaStatus nextStatus() {
    int number = asked.incrementAndGet();
    return new HaStatus(
        LOCATION,
        "name " + number,
        "group " + number,
        "engine " + number,
        LifeCycle.READY,
        "view " + number,
        true,
        number,
        List.of(new NodeView("a", LOCATION, true, true), new NodeView("b", "", false, false)),
        new PropagationStatus(
            number, number, number, number, number, number, number, number, number, number, number,
            number, true));
  }

  @BeforeEach
  void register() {
    bean.register();
  }

  @AfterEach
  void unregister() {
    bean.unregister();
  }

  private static ObjectName name() throws Exception {
    return new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(LOCATION));
  }

  private Map<String, Object> all() throws Exception {
    String[] names =
        Arrays.stream(server.getMBeanInfo(name()).getAttributes())
            .map(MBeanAttributeInfo::getName)
            .toArray(String[]::new);
    Map<String, Object> values = new HashMap<>();
    for (Attribute attribute : server.getAttributes(name(), names).asList()) {
      values.put(attribute.getName(), attribute.getValue());
    }
    assertThat(values).containsOnlyKeys(names);
    return values;
  }

  @Test
  void shouldTakeAllThatIsAskedForAtOnceFromOneStatusAndTheNextTimeFromANewOne() throws Exception {
    for (int round = 1; round <= 2; round++) {
      Map<String, Object> values = all();

      assertThat(asked).as("statuses").hasValue(round);
      assertThat(values)
          .containsEntry("Location", LOCATION)
          .containsEntry("Name", "name " + round)
          .containsEntry("Group", "group " + round)
          .containsEntry("Engine", "engine " + round)
          .containsEntry("View", "view " + round)
          .containsEntry("LifeCycle", "READY")
          .containsEntry("Members", new String[] {LOCATION, ""})
          .containsEntry("Mode", settings.get(HaSetting.MODE))
          .containsEntry("Events", new String[] {event.toString()})
          .containsEntry("Ready", true)
          .containsEntry("Primary", true)
          .containsEntry("Degraded", true)
          .containsEntry("GroupSize", 2);
      for (HaMetric counted :
          List.of(HaMetric.VIEWS, HaMetric.SESSIONS_OWNED, HaMetric.CALLS, HaMetric.REPAIRS)) {
        assertThat((Number) values.get(counted.attribute()))
            .extracting(Number::intValue)
            .as(counted.key())
            .isEqualTo(round);
      }
    }
  }

  @Test
  void shouldTellEachAttributeThatIsAskedForAloneAsItIsNow() throws Exception {
    assertThat(server.getAttribute(name(), "Calls")).isEqualTo(1L);
    assertThat(server.getAttribute(name(), "Calls")).isEqualTo(2L);
    assertThat(server.getAttribute(name(), "SessionsOwned")).isEqualTo(3);
  }

  @Test
  void shouldLeaveTheFiguresOfAnotherServiceOfThatLocation() throws Exception {
    var second = new ManagementBean(settings, this::nextStatus, () -> List.of());
    second.register();
    second.unregister();
    assertThat(server.isRegistered(name())).isTrue();
  }

  @Test
  void shouldVisitNoSessionForWhatIsKnownWithoutThem() throws Exception {
    server.getAttributes(name(), new String[] {"Location", "Mode", "Events"});
    assertThat(asked).hasValue(0);
  }
}
