package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.loadtest.node.StatusClient;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusWatchTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String group = "watch-" + UUID.randomUUID();
  private final List<HaService> services = new ArrayList<>();
  private final StatusWatch watch = new StatusWatch(new StatusClient());
  private HaService a;
  private HaService b;
  private List<Endpoint> both;

  @BeforeEach
  void startTwo() {
    a = start("business1", 4231);
    b = start("business2", 4232);
    both = List.of(endpoint(a), endpoint(b));
    await().atMost(PATIENCE).until(() -> a.status().nodes().size() == 2);
  }

  @AfterEach
  void closeAll() {
    services.forEach(HaService::close);
  }

  @Test
  void shouldStayRightWhenANodeGoes() throws Exception {
    call(b, "cart", true);
    StatusWatch.Look first = watch.look(both);
    assertThat(first.nodes()).extracting(node -> node.status().sessions()).containsExactly(0, 1);
    assertThat(first.callsPerSecond()).as("no look before").isZero();

    call(b, "cart", false);
    StatusWatch.Look second = watch.look(both);
    assertThat(second.nodes().get(1).callsPerSecond()).isPositive();
    assertThat(second.nodes().get(0).callsPerSecond()).isZero();

    b.close();
    call(a, "cart", false);
    StatusWatch.Look third = watch.look(both);
    assertThat(third.answering()).extracting("name").containsExactly("business1");
    assertThat(third.takeOversPerSecond()).isPositive();
    assertThat(StatusTable.of(third))
        .anySatisfy(line -> assertThat(line).startsWith("business2").contains("gone since"))
        .anySatisfy(line -> assertThat(line).contains("nodes: 1, in one view; sessions: 1"));
    assertThat(third.silent()).isEmpty();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(watch.look(both).events())
                    .extracting(event -> event.who() + " " + event.what())
                    .contains(
                        "[business1] sees 1 member, business2 left",
                        "[business1] took over 1 session"));
  }

  @Test
  void shouldPrintOneObjectInALineForPrograms() throws Exception {
    call(b, "cart", true);
    StringWriter out = new StringWriter();
    int code =
        Main.commandLine(StandIns.starters(), StandIns.class)
            .setOut(new PrintWriter(out, true))
            .execute(
                "status",
                "--watch",
                "--json",
                "--times=2",
                "--every=0.1",
                "" + both.get(0).port(),
                "" + both.get(1).port());

    assertThat(code).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(2);
    JsonNode last = new ObjectMapper().readTree(lines.get(1));
    assertThat(last.at("/nodes/1/status/sessions").asInt()).isEqualTo(1);
    assertThat(last.at("/nodes/0/callsPerSecond").isNumber()).isTrue();
    assertThat(last.at("/events").size()).isPositive();
  }

  @Test
  void shouldTellWhereThePageIs() {
    StringWriter out = new StringWriter();
    Main.commandLine(StandIns.starters(), StandIns.class)
        .setOut(new PrintWriter(out, true))
        .execute("status", "" + both.get(1).port());

    assertThat(out.toString())
        .contains("page of the group: http://127.0.0.1:" + both.get(1).port() + "/");
  }

  @Test
  void shouldDrawOverWhatItDrewOnATerminal() {
    StringWriter out = new StringWriter();
    Screen screen = new Screen(new PrintWriter(out), true);
    screen.show(List.of("one", "two"));
    screen.show(List.of("three"));

    assertThat(out.toString().replace(System.lineSeparator(), "\n"))
        .isEqualTo("\033[2J\033[Hone\033[K\ntwo\033[K\n\033[J\033[Hthree\033[K\n\033[J");
  }

  private static void call(HaService at, String cart, boolean creation) throws Exception {
    SessionId id = new SessionId(cart);
    Optional<RequestId> request = Optional.of(new RequestId(UUID.randomUUID().toString()));
    Admission admission =
        creation
            ? at.propagation().admitCreation(id, "Cart", Duration.ZERO, request)
            : at.propagation().admit(id, request);
    try (SessionCall call = ((Admission.Granted) admission).call()) {
      call.prepare(Update.state(new byte[] {7}, new byte[] {1}), false);
    }
  }

  private HaService start(String name, int port) {
    HaService service =
        HaService.start(
            HaSettings.builder()
                .set(HaSetting.ENGINE, "local")
                .set(HaSetting.GROUP, group)
                .set(HaSetting.NAME, name)
                .set(HaSetting.LOCATION, "127.0.0.1:" + port)
                .set(HaSetting.STATUS_PORT, 0)
                .build());
    services.add(service);
    return service;
  }

  private static Endpoint endpoint(HaService service) {
    return new Endpoint("127.0.0.1", URI.create(service.figures().page()).getPort());
  }
}
