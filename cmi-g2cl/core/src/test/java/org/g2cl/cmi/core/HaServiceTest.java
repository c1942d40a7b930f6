package org.g2cl.cmi.core;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.ObjectName;
import org.g2cl.Registration;
import org.g2cl.jgcs.local.LocalNetwork;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.LeavingException;
import org.g2cl.propagation.MinorityException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.Update;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HaServiceTest {
  private static final String SECRET = "the-secret-of-the-nodes";
  private static final SessionId CART = new SessionId("cart");

  /** Far less than {@code g2cl.call-timeout}, for which a call waits while that may help. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private final String group = "ha-" + UUID.randomUUID();
  private final List<HaService> services = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeAll() {
    services.forEach(HaService::close);
  }

  @Test
  void shouldSeeEachOtherWithTheirLocations() {
    HaService a = start(1);
    HaService b = start(2);

    await()
        .untilAsserted(
            () ->
                assertThat(a.status().nodes())
                    .extracting(NodeView::location)
                    .containsExactlyInAnyOrder(location(1), location(2)));
    assertThat(b.status().nodes()).filteredOn(NodeView::coordinator).hasSize(1);
    assertThat(b.status().lifeCycle()).isEqualTo(LifeCycle.READY);
  }

  @Test
  void shouldCountOnAFormOfStatesOnceAllMembersReadIt() {
    HaService a = start(1);
    a.announceStateForm(2);
    await().until(() -> a.everyMemberReads(2));
    assertThat(a.everyMemberReads(3)).isFalse();

    HaService former = start(2);
    await().until(() -> a.status().nodes().size() == 2);
    assertThat(a.everyMemberReads(2)).as("the other one has announced nothing").isFalse();
    assertThat(a.lacking(2)).containsExactly(former.address());
    former.announceStateForm(1);
    assertThat(former.everyMemberReads(1)).isTrue();
    assertThat(former.everyMemberReads(2)).isFalse();

    former.close();
    await().until(() -> a.everyMemberReads(2));
  }

  @Test
  void shouldCountOnNoNewFormOfStatesWhileAMemberThatDoesNotReadItIsCutOff() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    HaService former = start(3);
    a.announceStateForm(2);
    b.announceStateForm(2);
    former.announceStateForm(1);
    await().until(() -> a.everyMemberReads(1) && a.status().nodes().size() == 3);
    LocalNetwork network = LocalNetwork.named("default");
    network.partition(List.of(former.address()), List.of(a.address(), b.address()));

    await().until(() -> a.status().nodes().size() == 2);
    await().until(() -> a.everyMemberReads(1));
    assertThat(a.everyMemberReads(2)).as("it comes back, and gets copies then").isFalse();
    network.merge();

    await().atMost(Duration.ofSeconds(30)).until(() -> a.status().nodes().size() == 3);
    former.announceStateForm(2);
    await().until(() -> a.everyMemberReads(2));
  }

  @Test
  void shouldCountOnTheFormThatAMemberHadAnnouncedThatIsCutOff() throws Exception {
    HaService a = start(1);
    a.announceStateForm(2);
    HaService b = start(2);
    b.announceStateForm(2);
    HaService c = start(3);
    c.announceStateForm(2);
    await().until(() -> c.everyMemberReads(2) && c.status().nodes().size() == 3);
    LocalNetwork network = LocalNetwork.named("default");
    network.partition(List.of(a.address()), List.of(b.address(), c.address()));

    await().until(() -> c.status().nodes().size() == 2);
    await().until(() -> c.everyMemberReads(2));
    network.merge();
  }

  @Test
  void shouldTellListenersWhoServesClients() {
    HaService a = start(1);
    HaService b = start(2);
    var heard = new CopyOnWriteArrayList<List<URI>>();
    a.addLocationListener(heard::add);
    assertThat(heard).as("told at once").containsExactly(List.of());

    b.announce(URI.create("ejb:ejbd://" + location(2)));
    await()
        .untilAsserted(
            () -> assertThat(last(heard)).extracting(URI::toString).containsExactly(uri(2)));

    b.close();
    await().untilAsserted(() -> assertThat(last(heard)).isEmpty());
  }

  @Test
  void shouldGoOnElsewhereAfterANodeHasLeft() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    await().until(() -> a.status().nodes().size() == 2);
    try (SessionCall call =
        granted(a.propagation().admitCreation(CART, "Cart", Duration.ZERO, id("r1")))) {
      call.prepare(Update.state(new byte[] {7}, new byte[] {1}), false);
      call.commit();
    }

    a.close();

    assertThat(a.status().lifeCycle()).isEqualTo(LifeCycle.STOPPED);
    try (SessionCall call = granted(b.propagation().admit(CART, id("r2")))) {
      assertThat(call.state()).hasValueSatisfying(state -> assertThat(state).containsExactly(7));
    }
    assertThat(b.propagation().admit(CART, id("r1"))).isInstanceOf(Admission.Replayed.class);
  }

  @Test
  void shouldFailWhenAnUpdateIsUndecidedAndNoMarkersAreUsed() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    leaveUndecided(a);

    assertThatThrownBy(() -> b.propagation().admit(CART, id("r1")))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("session cart")
        .hasMessageContaining("Markers")
        .hasMessageContaining(location(2));
  }

  @Test
  void shouldOpenTheTableOfMarkersWhenItTakesAnUndecidedUpdateOver() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    leaveUndecided(a);
    b.openMarkersBy(
        () -> {
          throw new IllegalStateException("the database is away");
        });
    assertThatThrownBy(() -> b.propagation().admit(CART, id("r1")))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("the database is away");

    b.openMarkersBy(() -> b.useMarkers(emptyTable()));

    granted(b.propagation().admitCreation(CART, "Cart", Duration.ZERO, id("r1"))).close();
  }

  private static void leaveUndecided(HaService owner) throws PropagationException {
    await().until(() -> owner.status().nodes().size() == 2);
    try (SessionCall call =
        granted(owner.propagation().admitCreation(CART, "Cart", Duration.ZERO, id("r1")))) {
      call.prepare(Update.state(new byte[] {7}, new byte[] {1}), true);
    }
  }

  private static MarkerTable emptyTable() {
    var database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:undecided;DB_CLOSE_DELAY=-1");
    var table = new MarkerTable(database, Duration.ofSeconds(5));
    try {
      table.create();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return table;
  }

  @Test
  void shouldShowItsFiguresInJmx() throws Exception {
    HaService a = start(1);
    var name = new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(location(1)));
    var server = ManagementFactory.getPlatformMBeanServer();

    assertThat(server.getAttribute(name, "LifeCycle")).isEqualTo("READY");
    assertThat((String[]) server.getAttribute(name, "Members")).containsExactly(location(1));
    granted(a.propagation().admitCreation(CART, "Cart", Duration.ZERO, id("r1"))).close();
    assertThat(server.getAttribute(name, "Calls")).isEqualTo(1L);

    a.close();
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void shouldNameTheEnginesThereAreWhenOneIsUnknown() {
    HaSettings settings = HaSettings.builder().set(HaSetting.ENGINE, "pigeon").build();

    assertThatThrownBy(() -> HaService.start(settings))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("pigeon")
        .hasMessageContaining("local");
  }

  @Test
  void shouldWorkTheSameWhenNodesShareASecret() throws Exception {
    HaService a = start(1, SECRET);
    HaService b = start(2, SECRET);
    await().until(() -> a.status().nodes().size() == 2);
    try (SessionCall call =
        granted(a.propagation().admitCreation(CART, "Cart", Duration.ZERO, id("r1")))) {
      call.prepare(Update.state(new byte[] {7}, new byte[] {1}), false);
      call.commit();
    }
    a.close();
    try (SessionCall call = granted(b.propagation().admit(CART, id("r2")))) {
      assertThat(call.state()).hasValueSatisfying(state -> assertThat(state).containsExactly(7));
    }
  }

  @Test
  void shouldKeepANodeOutThatLacksTheSecretAndSaySo() {
    HaService a = start(1, SECRET);

    assertThatThrownBy(() -> start(2))
        .isInstanceOf(HaException.class)
        .hasMessageContaining(location(2))
        .hasMessageContaining("this member has no key");
    await().until(() -> a.status().nodes().size() == 1);
    assertThat(a.status().lifeCycle()).isEqualTo(LifeCycle.READY);
  }

  @Test
  void shouldKeepANodeOutThatHasASecretWhenTheOthersHaveNone() {
    start(1);

    assertThatThrownBy(() -> start(2, SECRET))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("no other member")
        .hasMessageContaining("Set the same secret at all members");
  }

  @Test
  void shouldKeepANodeOutThatHasAnotherSecret() {
    start(1, SECRET);

    assertThatThrownBy(() -> start(2, "some-other-secret-of-16"))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("a key that this member does not have");
  }

  @Test
  void shouldLeaveAThreadInterruptedThatWasInterruptedWhileJoining() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> start(1))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("interrupted")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(start(2).status().nodes()).hasSize(1);
  }

  @Test
  void shouldNotStartWhenTheSecretCannotBeUsed() {
    assertThatThrownBy(() -> start(1, "short"))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("16 characters");
  }

  @Test
  void shouldComeBackAsANewMemberWhenTheGroupHasPutItOut() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    b.announce(URI.create(uri(2)));
    var heard = new CopyOnWriteArrayList<List<URI>>();
    a.addLocationListener(heard::add);
    await().until(() -> a.status().nodes().size() == 2);
    create(a, CART);

    LocalNetwork.named("default").exclude(b.address());

    await().until(() -> b.status().lifeCycle() == LifeCycle.AWAY);
    assertThatThrownBy(() -> b.propagation().admit(CART, id("r2")))
        .isInstanceOf(PropagationException.class);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(b.status().lifeCycle()).isEqualTo(LifeCycle.READY);
              assertThat(a.status().nodes()).hasSize(2);
              assertThat(last(heard)).extracting(URI::toString).containsExactly(uri(2));
            });
    granted(b.propagation().admit(CART, id("r2"))).close();
  }

  @Test
  void shouldComeBackThoughAListenerFailsAndCloseAllTheSame() {
    HaService a = start(1);
    HaService b = start(2);
    await().until(() -> a.status().nodes().size() == 2);
    b.addDoubtListener(
        () -> {
          throw new IllegalStateException("meant by the test");
        });
    LocalNetwork.named("default").exclude(b.address());

    await().until(() -> b.status().lifeCycle() == LifeCycle.AWAY);
    await().atMost(Duration.ofSeconds(30)).until(() -> b.status().lifeCycle() == LifeCycle.READY);
    await().until(() -> a.status().nodes().size() == 2);

    b.close();
    assertThat(b.status().lifeCycle()).isEqualTo(LifeCycle.STOPPED);
    await().until(() -> a.status().nodes().size() == 1);
  }

  @Test
  void shouldLeaveNothingRunningWhenAnExtensionCannotBeLoaded() {
    TestExtension.startInGroup(
        group,
        service -> {
          throw new NoClassDefFoundError("meant by the test");
        });
    assertThatThrownBy(() -> start(1)).isInstanceOf(NoClassDefFoundError.class);

    TestExtension.startInGroup(group, service -> () -> {});
    assertThat(start(2).status().nodes()).hasSize(1);
  }

  @Test
  void shouldAnnounceItsFormOfStatesAgainWhenItIsBackInTheGroup() {
    HaService a = start(1);
    HaService b = start(2);
    a.announceStateForm(2);
    b.announceStateForm(2);
    await().until(() -> a.everyMemberReads(2));
    LocalNetwork.named("default").exclude(b.address());
    await().until(() -> b.status().lifeCycle() == LifeCycle.AWAY);

    await().atMost(Duration.ofSeconds(30)).until(() -> a.status().nodes().size() == 2);
    await().atMost(Duration.ofSeconds(30)).until(() -> a.everyMemberReads(2));
  }

  @Test
  void shouldStayOutWhenItIsClosedWhileTheGroupHasPutItOut() {
    start(1);
    HaService b = start(2);
    LocalNetwork.named("default").exclude(b.address());
    await().until(() -> b.status().lifeCycle() == LifeCycle.AWAY);

    b.close();

    assertThat(b.status().lifeCycle()).isEqualTo(LifeCycle.STOPPED);
  }

  @Test
  void shouldRefuseCallsInAMinorityAtOnceAndTakeThemAgainAfterwards() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    HaService c = start(3);
    await().until(() -> a.propagation().isPrimary() && a.status().nodes().size() == 3);
    create(c, CART);
    LocalNetwork network = LocalNetwork.named("default");
    network.partition(List.of(c.address()), List.of(a.address(), b.address()));

    await().until(() -> !c.propagation().isPrimary());
    long start = System.nanoTime();
    assertThatThrownBy(() -> c.propagation().admit(CART, id("r2")))
        .isInstanceOf(MinorityException.class)
        .hasMessageContaining("not the majority");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    await().until(() -> a.propagation().isPrimary());
    network.merge();

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> granted(c.propagation().admit(CART, id("r2"))).close());
  }

  @Test
  void shouldTellThoseWhoWaitWhenItMayExecuteCallsNoMore() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    HaService c = start(3);
    await().until(() -> a.propagation().isPrimary() && c.status().nodes().size() == 3);
    var answers = new LinkedBlockingQueue<Boolean>();
    c.addDoubtListener(() -> new Thread(() -> answers.add(executes(c))).start());
    LocalNetwork network = LocalNetwork.named("default");
    network.partition(List.of(c.address()), List.of(a.address(), b.address()));

    assertThat(answers.poll(20, SECONDS)).as("in a minority").isFalse();
    network.merge();
    await().atMost(Duration.ofSeconds(30)).until(() -> executes(c));
    answers.clear();
    c.close();

    assertThat(answers.poll(20, SECONDS)).as("leaving").isFalse();
  }

  @Test
  void shouldTellListenersNothingOnceTheyAreTakenBack() throws Exception {
    HaService a = start(1);
    var doubts = new LinkedBlockingQueue<String>();
    var locations = new CopyOnWriteArrayList<List<URI>>();
    Registration doubt = a.addDoubtListener(() -> doubts.add("taken back"));
    Registration location = a.addLocationListener(locations::add);
    a.addDoubtListener(() -> doubts.add("kept"));
    assertThat(locations).hasSize(1);

    doubt.close();
    location.close();
    a.announce(uriOf(a));
    await().until(() -> servers(a).size() == 1);
    start(2);

    assertThat(doubts.poll(20, SECONDS)).isEqualTo("kept");
    assertThat(locations).hasSize(1);
    a.close();
    assertThat(doubts).doesNotContain("taken back");
    doubt.close();
    location.close();
  }

  private static boolean executes(HaService node) {
    try {
      return node.awaitExecuting(Duration.ofSeconds(20));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldTellClientsOfAllServersAsBeforeWhileInAMinority() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    HaService c = start(3);
    List.of(a, b, c).forEach(node -> node.announce(uriOf(node)));
    await().until(() -> a.propagation().isPrimary() && servers(c).size() == 3);
    var atA = new CopyOnWriteArrayList<List<URI>>();
    var atC = new CopyOnWriteArrayList<List<URI>>();
    a.addLocationListener(atA::add);
    c.addLocationListener(atC::add);
    LocalNetwork network = LocalNetwork.named("default");
    network.partition(List.of(c.address()), List.of(a.address(), b.address()));

    await().untilAsserted(() -> assertThat(last(atA)).as("the majority").hasSize(2));
    await().until(() -> servers(c).size() == 1 && !c.propagation().isPrimary());
    network.merge();
    await().atMost(Duration.ofSeconds(30)).until(() -> servers(c).size() == 3);
    b.withdraw();

    await().untilAsserted(() -> assertThat(last(atC)).containsExactly(uriOf(a), uriOf(c)));
    assertThat(atC).as("told by c, never of its part alone").allMatch(list -> list.size() > 1);
  }

  /** A client that reads that its server is gone sends elsewhere what runs there. */
  @Test
  void shouldTellClientsThatItGoesOnlyWhenItsCallsHaveEnded() throws Exception {
    HaService a = start(1);
    HaService b = start(2);
    b.announce(uriOf(b));
    await().until(() -> b.propagation().isPrimary() && servers(a).size() == 1);
    create(b, CART);
    Thread leaving;
    try (SessionCall running = granted(b.propagation().admit(CART, id("r2")))) {
      leaving = new Thread(b::close);
      leaving.start();
      await().until(() -> refusesCalls(b));
      assertThat(servers(a)).hasSize(1);
      running.prepare(Update.state(new byte[] {8}, new byte[] {2}), false);
      running.commit();
    }
    await().until(() -> servers(a).isEmpty());
    leaving.join(Duration.ofSeconds(30).toMillis());
    assertThat(leaving.isAlive()).isFalse();
  }

  @Test
  void shouldLeaveAndCloseThoughItsSessionsCannotBeHandedOver() throws Exception {
    HaService a = start(1);
    HaService b = start(2, "", LackingEngine.NAME);
    await().until(() -> b.propagation().isPrimary() && a.status().nodes().size() == 2);
    create(b, CART);

    LackingEngine.lacking("multicast", b::close);

    assertThat(b.status().lifeCycle()).isEqualTo(LifeCycle.STOPPED);
    await().until(() -> a.status().nodes().size() == 1);
    assertThat(LackingEngine.OPEN).isEmpty();
  }

  @Test
  void shouldRefuseAStatusPortThatNoExtensionServesThoughThereAreOthers() {
    TestExtension.startInGroup(group, service -> () -> {});
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.ENGINE, "local")
            .set(HaSetting.GROUP, group)
            .set(HaSetting.LOCATION, location(1))
            .set(HaSetting.STATUS_PORT, 0)
            .build();

    assertThatThrownBy(() -> HaService.start(settings))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.status-port is '0'")
        .hasMessageContaining("add it, or leave the setting empty");
  }

  /** A page shows that the node hands its sessions over, and that it is alive. */
  @Test
  void shouldCloseExtensionsOnceTheNodeHasLeft() throws Exception {
    var seen = new LinkedBlockingQueue<String>();
    TestExtension.startInGroup(
        group,
        service ->
            () -> seen.add(service.status().lifeCycle() + " " + service.figures().members()));
    HaService a = start(1);
    HaService b = start(2);
    await().until(() -> b.propagation().isPrimary());
    create(b, CART);
    try (SessionCall running = granted(b.propagation().admit(CART, id("r2")))) {
      var leaving = new Thread(b::close);
      leaving.start();
      await().until(() -> refusesCalls(b));
      assertThat(seen).as("closed while sessions are handed over").isEmpty();
      running.prepare(Update.state(new byte[] {8}, new byte[] {2}), false);
      running.commit();
    }
    assertThat(seen.poll(30, SECONDS)).isEqualTo("LEAVING []");
    await().until(() -> a.status().nodes().size() == 1);
  }

  @Test
  void shouldLeaveInOrderWhenItIsClosedBeforeItIsQuiteBackInTheGroup() {
    var seen = new LinkedBlockingQueue<String>();
    TestExtension.startInGroup(
        group,
        service ->
            () -> seen.add(service.status().lifeCycle() + " " + service.figures().members()));
    HaService a = start(1);
    HaService b = start(2);
    await().until(() -> a.status().nodes().size() == 2);
    var closing = new CountDownLatch(1);
    b.addDoubtListener(() -> holdUpTheWayBack(b, closing));
    LocalNetwork.named("default").exclude(b.address());
    await().atMost(Duration.ofSeconds(30)).until(() -> b.address() != null);
    assertThat(b.status().lifeCycle()).isEqualTo(LifeCycle.AWAY);

    b.close();

    assertThat(seen).as("closed when it had left").containsExactly("LEAVING []");
    await().until(() -> a.status().nodes().size() == 1);
  }

  /** A member of the group again, it goes no further before it is closed. */
  private static void holdUpTheWayBack(HaService node, CountDownLatch closing) {
    if (node.status().lifeCycle() == LifeCycle.LEAVING) {
      closing.countDown();
    } else if (node.address() != null) {
      await().atMost(Duration.ofSeconds(30)).until(() -> closing.getCount() == 0);
    }
  }

  private static boolean refusesCalls(HaService node) throws PropagationException {
    var another = new SessionId(UUID.randomUUID().toString());
    try {
      granted(node.propagation().admitCreation(another, "Cart", Duration.ZERO, id("r3"))).close();
      return false;
    } catch (LeavingException e) {
      return true;
    }
  }

  private static URI uriOf(HaService node) {
    return URI.create("ejb:ejbd://" + node.status().location());
  }

  private static List<NodeView> servers(HaService node) {
    return node.status().nodes().stream().filter(NodeView::serving).toList();
  }

  private static void create(HaService service, SessionId session) throws PropagationException {
    try (SessionCall call =
        granted(service.propagation().admitCreation(session, "Cart", Duration.ZERO, id("r1")))) {
      call.prepare(Update.state(new byte[] {7}, new byte[] {1}), false);
      call.commit();
    }
  }

  private HaService start(int number) {
    return start(number, "");
  }

  private HaService start(int number, String secret) {
    return start(number, secret, "local");
  }

  private HaService start(int number, String secret, String engine) {
    HaService service =
        HaService.start(
            HaSettings.builder()
                .set(HaSetting.ENGINE, engine)
                .set(HaSetting.GROUP, group)
                .set(HaSetting.SECRET, secret)
                .set(HaSetting.LOCATION, location(number))
                .build());
    services.add(service);
    return service;
  }

  private static String location(int number) {
    return "127.0.0.1:420" + number;
  }

  private static String uri(int number) {
    return "ejb:ejbd://" + location(number);
  }

  private static List<URI> last(List<List<URI>> heard) {
    return heard.get(heard.size() - 1);
  }

  private static Optional<RequestId> id(String value) {
    return Optional.of(new RequestId(value));
  }

  private static SessionCall granted(Admission admission) {
    assertThat(admission).isInstanceOf(Admission.Granted.class);
    return ((Admission.Granted) admission).call();
  }
}
