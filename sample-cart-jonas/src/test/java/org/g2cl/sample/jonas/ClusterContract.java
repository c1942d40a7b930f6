package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Three servers with CMI 2.2.6 and Carol on our view manager, and stock CMI's client: what an
 * administrator sets by CMI's MBeans at one server holds at all and for clients; what becomes of
 * carts when servers die, which comes last.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ClusterContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String POLICIES = "org.ow2.cmi.lb.policy.";

  private JonasBed bed;
  private List<Node> servers;
  private Node client;
  private int carts;

  /** Java of the servers, null for that of the test. */
  String javaHome() {
    return null;
  }

  @BeforeAll
  void start() throws Exception {
    bed = new JonasBed(Kind.G2CL, Ours.work(getClass()), Ours.jar(), javaHome(), 3);
    bed.with(
        "g2cl.allowed-classes",
        "org.g2cl.sample.jonas.bean.*,org.g2cl.sample.jonas.server.OthersFilter");
    bed.with("jdk.serialFilter", "!org.g2cl.sample.jonas.bean.Vetoed");
    servers = new ArrayList<>(List.of(bed.server(0), bed.startServer(1), bed.startServer(2)));
    JonasBed.awaitReady(servers.get(1), servers.get(2));
    await().atMost(PATIENCE).until(() -> portsSeenBy(servers.get(0)) == 3);
    client = bed.client(3);
  }

  @AfterAll
  void stop() {
    if (bed != null) {
      bed.close();
    }
  }

  private static int portsSeenBy(Node server) {
    return server.view().split(" ", -1).length;
  }

  private String url(int server) {
    return "rmi://127.0.0.1:" + bed.port(server);
  }

  private String admin(int server, String command) {
    return servers.get(server).ask(command);
  }

  /** Every server answers so, sooner or later. */
  private void awaitEverywhere(String command, String answer) {
    for (Node server : servers) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(server.ask(command)).isEqualTo(answer));
    }
  }

  /** Servers of carts that the client opens now. */
  private Set<String> owners(int count) {
    Set<String> owners = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String cart = "n" + ++carts;
      assertThat(client.ask("create " + cart)).startsWith("OK");
      owners.add(client.ask("where " + cart));
    }
    return owners;
  }

  private void awaitOwners(Predicate<Set<String>> expected) {
    await().atMost(PATIENCE).until(() -> owners(4), expected);
  }

  @Test
  @Order(1)
  void shouldHaveTheMBeansOfStockInTheirDomain() {
    assertThat(admin(0, "mbeans"))
        .isEqualTo("OK shop:type=cmi,name=CMIServer shop:type=cmi,name=HA");
    assertThat(admin(0, "jmx HA Name")).isEqualTo("OK HA");
    assertThat(admin(0, "jmx HA objectName")).isEqualTo("OK shop:type=cmi,name=HA");
    assertThat(admin(0, "jmx HA infoTimeout")).isEqualTo("OK 600");
    assertThat(admin(0, "jmx HA infoTimeout 300")).isEqualTo("OK 300");
    assertThat(admin(0, "jmx HA infoTimeout 0"))
        .contains("infoTimeout is 0; it is in seconds and must be at least 1");
    assertThat(admin(0, "jmx HA numberofReplicatedMessages")).isEqualTo("OK 0");
    assertThat(admin(0, "jmx HA avgSizeofReplicatedMessages")).isEqualTo("OK 0.0");
    assertThat(admin(0, "jmx HA jgroupsConfFileName")).isEqualTo("OK null");
    assertThat(servers.get(0).figures()[0]).as("members").isEqualTo(3);
  }

  /** Of two arguments none but those that name an object or a server and a protocol. */
  @Test
  @Order(2)
  void shouldAnswerEveryGetterOfStocksMBeanAtEveryServer() {
    String three = Stream.of(url(0), url(1), url(2)).sorted().collect(Collectors.joining(" "));
    for (int i = 0; i < servers.size(); i++) {
      Map<String, String> answers = answers(three, url(i));
      Set<String> asked = new TreeSet<>();
      for (Map.Entry<String, String> getter : answers.entrySet()) {
        String[] words = getter.getKey().split(" ", -1);
        asked.add(words[0] + "/" + (words.length - 1));
        Node server = servers.get(i);
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(server.ask("jmx CMIServer " + getter.getKey()))
                        .as("%s of %s", getter.getKey(), server.name())
                        .matches("OK " + getter.getValue()));
      }
      assertThat(admin(i, "getters CMIServer").substring("OK ".length()).split(" ", -1))
          .filteredOn(getter -> !getter.matches("get(List|Static)?PropertyForPolicy/2"))
          .containsExactlyInAnyOrderElementsOf(asked);
    }
  }

  /** Getters and what they are asked for, with what they answer at the server of that address. */
  private static Map<String, String> answers(String three, String here) {
    Map<String, String> answers = new TreeMap<>();
    answers.put("ObjectName", "shop:type=cmi,name=CMIServer");
    answers.put("Protocols", "jrmp");
    answers.put("ObjectNames", "(.* )?cart( .*)?");
    answers.put("ClusterNames", "(.* )?sample( .*)?");
    answers.put("DelayToRefresh", "500");
    answers.put("NbClientsConnectedToProvider", "[1-9][0-9]*");
    answers.put("retrieveAvailablePoliciesAndStrategies", ".*");
    answers.put("getObjectNames sample", "cart");
    answers.put("getClusterName cart", "sample");
    answers.put("getItfName cart", "org.g2cl.sample.jonas.bean.CartHome");
    answers.put("getBusinessName cart", "org.g2cl.sample.jonas.bean.Cart");
    answers.put("isReplicated cart", "true");
    answers.put("getPolicyClassName cart", POLICIES + "RoundRobin");
    answers.put("getStrategyClassName cart", ".*");
    answers.put("getPropertiesNamesForPolicy cart", ".*");
    answers.put("getListPropertiesNamesForPolicy cart", ".*");
    answers.put("getServerRefs cart", three);
    answers.put("getServerRefs cart jrmp", three);
    answers.put("getServerRefsForProtocol jrmp", three);
    answers.put("getServerObjectsForProtocol " + here + " jrmp", "(.* )?cart( .*)?");
    answers.put("getRefOnLocalRegistry jrmp", here);
    answers.put("getJMXServiceURL jrmp", ".*");
    answers.put("getMinPoolSize cart", "[0-9-]+");
    answers.put("getMaxPoolSize cart", "[0-9-]+");
    answers.put("getMaxPoolWaiters cart", "[0-9-]+");
    answers.put("getPoolTimeout cart", "[0-9-]+");
    answers.put("isPoolToEmpty cart", "false");
    answers.put("isServerBlackListed " + here, "false");
    answers.put("getLoadFactor " + here, "100");
    return answers;
  }

  @Test
  @Order(3)
  void shouldShareLoadFactorsDelayAndPoolsToEmpty() {
    assertThat(admin(1, "jmx CMIServer getLoadFactor " + url(0))).isEqualTo("OK 100");
    assertThat(admin(1, "jmx CMIServer setLoadFactor " + url(0) + " 40")).startsWith("OK");
    awaitEverywhere("jmx CMIServer getLoadFactor " + url(0), "OK 40");
    assertThat(admin(0, "jmx CMIServer getLoadFactor rmi://127.0.0.1:1"))
        .startsWith("FAILED")
        .contains("127.0.0.1");

    assertThat(admin(2, "jmx CMIServer DelayToRefresh 400")).startsWith("OK");
    awaitEverywhere("jmx CMIServer DelayToRefresh", "OK 400");

    awaitEverywhere("jmx CMIServer isPoolToEmpty cart", "OK false");
    assertThat(admin(0, "jmx CMIServer addPooltoEmpty cart")).startsWith("OK");
    awaitEverywhere("jmx CMIServer isPoolToEmpty cart", "OK true");
    assertThat(admin(1, "jmx CMIServer removePoolToEmpty cart")).startsWith("OK");
    awaitEverywhere("jmx CMIServer isPoolToEmpty cart", "OK false");
  }

  @Test
  @Order(4)
  void shouldCountClients() {
    String before = admin(0, "jmx CMIServer NbClientsConnectedToProvider");
    assertThat(Integer.parseInt(before.substring("OK ".length()))).isPositive();
    awaitEverywhere("jmx CMIServer NbClientsConnectedToProvider", before);
  }

  @Test
  @Order(5)
  void shouldKeepNewCartsFromServersThatAreBlackListedOrFilteredOut() {
    awaitOwners(owners -> owners.size() == 3);
    assertThat(admin(0, "jmx CMIServer addServerToBlackList " + url(1))).startsWith("OK");
    awaitEverywhere("jmx CMIServer isServerBlackListed " + url(1), "OK true");
    awaitOwners(Set.of("OK server1", "OK server3")::equals);

    assertThat(admin(2, "filter add " + bed.port(2))).isEqualTo("OK all but " + bed.port(2));
    awaitEverywhere("filter list", "OK all but " + bed.port(2));
    awaitOwners(Set.of("OK server1")::equals);

    assertThat(admin(1, "filter remove")).isEqualTo("OK ");
    assertThat(admin(2, "jmx CMIServer removeServerFromBlackList " + url(1))).startsWith("OK");
    awaitEverywhere("filter list", "OK ");
    awaitOwners(owners -> owners.size() == 3);
  }

  @Test
  @Order(6)
  void shouldKeepNewCartsFromServersThatFiltersOfTheObjectLeaveOut() {
    assertThat(admin(0, "filter cart add " + bed.port(1))).isEqualTo("OK all but " + bed.port(1));
    awaitEverywhere("filter cart list", "OK all but " + bed.port(1));
    awaitEverywhere("filter list", "OK ");
    awaitOwners(Set.of("OK server1", "OK server3")::equals);

    assertThat(admin(1, "filter cart add " + bed.port(2)))
        .isEqualTo("OK all but " + bed.port(1) + " all but " + bed.port(2));
    awaitOwners(Set.of("OK server1")::equals);
    assertThat(admin(2, "filter cart remove")).isEqualTo("OK all but " + bed.port(2));
    awaitEverywhere("filter cart list", "OK all but " + bed.port(2));
    awaitOwners(Set.of("OK server1", "OK server2")::equals);

    assertThat(admin(0, "filter cart remove")).isEqualTo("OK ");
    awaitEverywhere("filter cart list", "OK ");
    awaitOwners(owners -> owners.size() == 3);
  }

  @Test
  @Order(7)
  void shouldUpdatePoliciesPoolsAndArchivesOfServersThatUseAnObject() {
    assertThat(admin(1, "watch cart")).isEqualTo("OK cart");
    assertThat(admin(1, "watched cart")).isEqualTo("OK RoundRobin [] []");
    String policy = "jmx CMIServer setPolicyClassName cart " + POLICIES;
    assertThat(admin(0, policy + "FirstAvailable")).startsWith("OK");
    awaitWatched("OK FirstAvailable [] []");
    awaitOwners(owners -> owners.size() == 1);
    assertThat(admin(2, policy + "RoundRobin")).startsWith("OK");
    awaitWatched("OK RoundRobin [] []");
    awaitOwners(owners -> owners.size() == 3);

    assertThat(admin(0, "pool cart 77")).isEqualTo("OK ");
    awaitWatched("OK RoundRobin [max=77] []");
    awaitEverywhere("jmx CMIServer getMaxPoolSize cart", "OK 77");

    assertThat(admin(0, "archive has policies")).isEqualTo("OK false");
    assertThat(admin(0, "archive share policies 700000")).isEqualTo("OK ");
    awaitEverywhere("archive has policies", "OK true");
    awaitWatched("OK RoundRobin [max=77] [loaded policies of 700000]");
    assertThat(admin(2, "archive remove policies")).isEqualTo("OK ");
    awaitEverywhere("archive has policies", "OK false");
    awaitWatched("OK RoundRobin [max=77] [loaded policies of 700000, unloaded policies]");
  }

  private void awaitWatched(String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(admin(1, "watched cart")).isEqualTo(state));
  }

  @Test
  @Order(8)
  void shouldSayAtTheFirstCallThatAStateHasAClassOffTheList() {
    assertThat(client.ask("create off")).startsWith("OK");
    String owner = client.ask("where off");
    Node server = servers.get(owner.charAt(owner.length() - 1) - '1');
    assertThat(client.ask("keep off forbidden")).isEqualTo("OK off the list");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(server.output())
                    .contains("goes on without copies")
                    .contains("org.g2cl.sample.jonas.server.OffTheList; this class is neither"));
    assertThat(client.ask("insert off 1 P1")).isEqualTo("OK 1");
  }

  @Test
  @Order(9)
  void shouldSpreadCartsAndGoOnWithAllWhenServersDie() {
    assertThat(servers.get(0).output()).contains("CMI runs on G2CL, group 'sample', ");
    Set<String> owners = new HashSet<>();
    for (int i = 0; i < 9; i++) {
      client.ask("create c" + i);
      client.ask("insert c" + i + " 1 P1");
      client.ask("keep c" + i + " " + (i % 2 == 0 ? "arrays" : "context"));
      owners.add(client.ask("where c" + i));
    }
    assertThat(owners).as("round robin").hasSize(3);
    String vetoed = cartAt("OK server1");
    assertThat(client.ask("keep " + vetoed + " vetoed")).isEqualTo("OK vetoed");

    servers.get(0).kill();
    await().atMost(PATIENCE).until(() -> portsSeenBy(servers.get(1)) == 2);
    await().atMost(PATIENCE).until(() -> servers.get(1).figures()[3] == 0);
    for (int i = 0; i < 9; i++) {
      assertThat(client.ask("insert c" + i + " 2 P2")).isEqualTo("OK 2");
      assertThat(client.ask("keep c" + i + " -"))
          .isEqualTo(i % 2 == 0 ? "OK [12.50,_[1,_2],_[a],_null]" : "OK [its_context]");
    }
    assertThat(client.ask("insert " + vetoed + " 1 P1")).startsWith("FAILED");
    assertThat(servers.get(1).output() + servers.get(2).output())
        .contains("the filter of this JVM (jdk.serialFilter) refuses it");
    assertThat(servers.get(1).figures()[4] + servers.get(2).figures()[4])
        .as("sessions taken over")
        .isPositive();
    assertThat(admin(1, "jmx CMIServer getLoadFactor " + url(0))).startsWith("FAILED");
    await().atMost(PATIENCE).until(() -> copiesMissing() == 0);
    servers.get(1).stop();
    await().atMost(PATIENCE).until(() -> portsSeenBy(servers.get(2)) == 1);
    for (int i = 0; i < 9; i++) {
      assertThat(client.ask("insert c" + i + " 3 P3")).isEqualTo("OK 3");
      assertThat(client.ask("audit c" + i)).isEqualTo("OK 3 3 0 0 3");
    }
    int owned = servers.get(2).figures()[1];
    assertThat(client.ask("remove c0")).startsWith("OK");
    assertThat(servers.get(2).figures()[1]).as("sessions left").isEqualTo(owned - 1);
  }

  private String cartAt(String server) {
    while (true) {
      String cart = "n" + ++carts;
      assertThat(client.ask("create " + cart)).startsWith("OK");
      if (client.ask("where " + cart).equals(server)) {
        return cart;
      }
    }
  }

  private int copiesMissing() {
    return servers.get(1).figures()[3] + servers.get(2).figures()[3];
  }
}
