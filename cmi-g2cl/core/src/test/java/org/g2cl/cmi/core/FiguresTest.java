package org.g2cl.cmi.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.ObjectName;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiguresTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final String group = "figures-" + UUID.randomUUID();
  private final List<HaService> services = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeAll() {
    services.forEach(HaService::close);
  }

  @Test
  void shouldHaveExactlyTheFiguresOfWhatWasDoneInJmx() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    await().atMost(PATIENCE).until(() -> size(a) == 2 && size(b) == 2);
    for (int cart = 0; cart < 3; cart++) {
      create(a, "cart-" + cart);
    }
    for (int call = 0; call < 7; call++) {
      write(a, "cart-0", "r" + call);
    }
    assertThat(a.propagation().admit(new SessionId("cart-0"), id("r6")))
        .isInstanceOf(Admission.Replayed.class);

    assertThat(jmx(1))
        .containsEntry("Ready", 1L)
        .containsEntry("GroupSize", 2L)
        .containsEntry("SessionsOwned", 3L)
        .containsEntry("CopiesHeld", 0L)
        .containsEntry("CopiesMissing", 0L)
        .containsEntry("Degraded", 0L)
        .containsEntry("Calls", 10L)
        .containsEntry("Replays", 1L)
        .containsEntry("TakeOvers", 0L)
        .containsEntry("Refused", 0L)
        .containsEntry("Fenced", 0L);
    assertThat(jmx(1).get("ReplicatedBytes")).isPositive();
    assertThat(jmx(2))
        .containsEntry("CopiesHeld", 3L)
        .containsEntry("Calls", 0L)
        .containsEntry("ReplicatedBytes", 0L);

    a.close();
    write(b, "cart-0", "r7");
    assertThat(jmx(2))
        .containsEntry("GroupSize", 1L)
        .containsEntry("TakeOvers", 1L)
        .containsEntry("Calls", 1L)
        .containsEntry("SessionsOwned", 1L)
        .containsEntry("CopiesHeld", 2L)
        .containsEntry("CopiesMissing", 3L)
        .containsEntry("Degraded", 1L);
  }

  /** A state that no difference makes shorter, then one byte of it. */
  @Test
  void shouldCountTheBytesThatItSendsToBackups() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    await().atMost(PATIENCE).until(() -> size(a) == 2 && size(b) == 2);
    create(a, "cart");
    byte[] random = new byte[10_000];
    new Random(2010).nextBytes(random);

    long before = jmx(1).get("ReplicatedBytes");
    write(a, "cart", "r1", random);
    long whole = jmx(1).get("ReplicatedBytes") - before;
    random[5_000]++;
    write(a, "cart", "r2", random);
    long oneByte = jmx(1).get("ReplicatedBytes") - before - whole;

    assertThat(whole).isBetween(10_000L, 10_200L);
    assertThat(oneByte).isBetween(1L, 200L);
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowEveryFigureInJmxUnderItsName(HaMetric metric) throws Exception {
    HaService a = start(1);
    create(a, "cart");

    assertThat(jmx(1)).containsEntry(metric.attribute(), metric.value(a.status()));
  }

  @Test
  void shouldReadTheOthersFiguresThroughTheGroup() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    await().atMost(PATIENCE).until(() -> size(a) == 2 && size(b) == 2);
    create(b, "cart");
    b.publishPage(URI.create("http://127.0.0.1:4302/"));

    List<NodeFigures> all = a.groupFigures(PATIENCE);

    assertThat(all).extracting(NodeFigures::location).containsExactly(location(1), location(2));
    NodeFigures ofB = all.get(1);
    assertThat(ofB.value(HaMetric.CALLS)).isEqualTo(1);
    assertThat(ofB.values()).hasSize(HaMetric.values().length);
    assertThat(ofB.page()).isEqualTo("http://127.0.0.1:4302/");
    assertThat(ofB.coordinator()).isEqualTo(location(1));
    assertThat(ofB.view()).isEqualTo(all.get(0).view());
  }

  /** A member without an HA service, such as a server that stands on {@link HaGroup}. */
  @ParameterizedTest
  @ValueSource(longs = {0, 999_999, -1_000_000})
  void shouldNotWaitForMembersThatDoNotAnswerLongerThanAsked(long nanos) throws Exception {
    HaService a = start(1);
    try (HaGroup silent =
        HaGroup.open(settings(2), "silent", SocketAddress::toString, OutcomeLog.none())) {
      silent.join();
      await().atMost(PATIENCE).until(() -> size(a) == 2);

      List<NodeFigures> all =
          assertTimeoutPreemptively(PATIENCE, () -> a.groupFigures(Duration.ofNanos(nanos)));

      assertThat(all).extracting(NodeFigures::location).containsExactly(location(1));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {601, Long.MAX_VALUE})
  void shouldReadTheOthersFiguresHoweverLongTheyMayTake(long seconds) {
    HaService a = start(1);
    HaService b = start(2);
    await().atMost(PATIENCE).until(() -> size(a) == 2 && size(b) == 2);

    assertThat(a.groupFigures(Duration.ofSeconds(seconds))).hasSize(2);
  }

  @Test
  void shouldTellWhatHappened() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    await().atMost(PATIENCE).until(() -> size(a) == 2 && size(b) == 2);
    create(a, "cart");

    a.close();
    write(b, "cart", "r1");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(b.figures().events())
                    .extracting(HaEvent::text)
                    .contains(
                        "sees 1 member, " + location(1) + " left",
                        "took over 1 session",
                        "lacks 1 copy"));
  }

  @Test
  void shouldReadBackWhatItWrites() {
    Map<HaMetric, Long> values = new EnumMap<>(HaMetric.class);
    Arrays.stream(HaMetric.values())
        .forEach(metric -> values.put(metric, 5L + metric.key().length()));
    Instant at = Instant.ofEpochMilli(1_700_000_000_123L);
    NodeFigures figures =
        new NodeFigures(
            at,
            "127.0.0.1:4201",
            "business1",
            LifeCycle.LEAVING,
            "view 7",
            List.of("127.0.0.1:4201", "b"),
            "b",
            "",
            values,
            List.of(new HaEvent(at, HaEvent.Kind.VIEW, "sees 2 members")));

    byte[] frame = FiguresCodec.encode(figures);

    assertThat(FiguresCodec.decode(frame)).contains(figures);
    for (int length = 0; length < frame.length; length++) {
      assertThat(FiguresCodec.decode(Arrays.copyOf(frame, length))).as("%d", length).isEmpty();
    }
    frame[0] = 9;
    assertThat(FiguresCodec.decode(frame)).as("of another version").isEmpty();
  }

  /** As one that a later release adds. */
  @Test
  void shouldReadANodeWhoseStateIsNotKnownHere() {
    Instant at = Instant.ofEpochMilli(1_700_000_000_123L);
    NodeFigures figures =
        new NodeFigures(
            at,
            "127.0.0.1:4201",
            "business1",
            LifeCycle.LEAVING,
            "view 7",
            List.of("b"),
            "b",
            "",
            Map.of(HaMetric.CALLS, 5L),
            List.of());
    String frame = new String(FiguresCodec.encode(figures), ISO_8859_1);

    byte[] later = frame.replace("LEAVING", "DRAINED").getBytes(ISO_8859_1);

    NodeFigures read = FiguresCodec.decode(later).orElseThrow();
    assertThat(read.lifeCycle()).isEqualTo(LifeCycle.UNKNOWN);
    assertThat(read.value(HaMetric.CALLS)).isEqualTo(5);
  }

  private static Map<String, Long> jmx(int number) throws Exception {
    var name = new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(location(number)));
    var server = ManagementFactory.getPlatformMBeanServer();
    Map<String, Long> values = new TreeMap<>();
    for (var attribute : server.getMBeanInfo(name).getAttributes()) {
      Object value = server.getAttribute(name, attribute.getName());
      if (value instanceof Boolean yes) {
        values.put(attribute.getName(), yes ? 1L : 0L);
      } else if (value instanceof Number figure) {
        values.put(attribute.getName(), figure.longValue());
      }
    }
    return values;
  }

  private static int size(HaService service) {
    return service.status().nodes().size();
  }

  private static void create(HaService at, String cart) throws Exception {
    try (SessionCall call =
        granted(
            at.propagation().admitCreation(new SessionId(cart), "Cart", Duration.ZERO, id(cart)))) {
      call.prepare(Update.state(new byte[] {7}, new byte[] {1}), false);
    }
  }

  private static void write(HaService at, String cart, String request) throws Exception {
    try (SessionCall call = granted(at.propagation().admit(new SessionId(cart), id(request)))) {
      byte[] state = call.state().orElseThrow();
      byte[] longer = Arrays.copyOf(state, state.length + 1);
      call.prepare(Update.state(longer, new byte[] {1}), false);
    }
  }

  private static void write(HaService at, String cart, String request, byte[] state)
      throws Exception {
    try (SessionCall call = granted(at.propagation().admit(new SessionId(cart), id(request)))) {
      call.prepare(Update.state(state.clone(), new byte[] {1}), false);
    }
  }

  private HaService start(int number) {
    HaService service = HaService.start(settings(number));
    services.add(service);
    return service;
  }

  private HaSettings settings(int number) {
    return HaSettings.builder()
        .set(HaSetting.ENGINE, "local")
        .set(HaSetting.GROUP, group)
        .set(HaSetting.NAME, "node" + number)
        .set(HaSetting.LOCATION, location(number))
        .build();
  }

  private static String location(int number) {
    return "127.0.0.1:421" + number;
  }

  private static Optional<RequestId> id(String value) {
    return Optional.of(new RequestId(value));
  }

  private static SessionCall granted(Admission admission) {
    assertThat(admission).isInstanceOf(Admission.Granted.class);
    return ((Admission.Granted) admission).call();
  }
}
