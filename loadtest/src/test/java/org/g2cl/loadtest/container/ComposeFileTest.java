package org.g2cl.loadtest.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * docker-compose.yml against the code and against {@link ComposeForms}. No container engine is at
 * hand in CI, so nothing here starts a container.
 */
class ComposeFileTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(\\$|\\{[A-Z][A-Z0-9_]*(:[-?][^}$]*)?})");
  private static final Pattern MEMBER =
      Pattern.compile("BalancerMember http://([^:]+):(\\d+) route=(\\S+)");

  private Yaml file;
  private Map<String, Yaml> services;

  @BeforeEach
  void read() throws IOException {
    file = Yaml.documents(ROOT.resolve("docker-compose.yml")).get(0);
    services = new HashMap<>();
    file.at("services").keys().forEach(n -> services.put(n, file.at("services").at(n)));
  }

  @Test
  void shouldHaveOnlyKeysAndFormsOfValuesThatTheSpecificationHas() {
    assertThat(ComposeForms.faults(file)).isEmpty();
    services.forEach(
        (name, service) ->
            assertThat(service.has("image") || service.has("build")).as(name).isTrue());
  }

  /** Else the test above could not fail. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mem_limit: 320m|mem_limit: lots",
        "mem_limit:|mem_limits:",
        "cap_drop: [\"ALL\"]|cap_drop: [\"AL\"]",
        "retries: 5|retries: many",
        "retries: 30|retries: 0",
        "service_healthy|service_healty",
        "condition:|conditions:",
        "interval: 3s|interval: 3",
        "timeout: 3s|timeout: 3 seconds",
        "start_period: 40s|start_period: \"\"",
        "stop_grace_period: 30s|stop_grace_period: soon",
        "init: true|init: perhaps",
        "read_only: true|read_only: on top",
        "networks: [web, front]|networks: web",
        "aliases: [members]|aliases: members",
        "profiles: [load]|profiles: load",
        "CMD-SHELL|CMD_SHELL",
        "POSTGRES_DB: shop|POSTGRES_DB: [shop]",
        "x-web:|y-web:",
        "front:|front: none"
      })
  void shouldFindAKeyOrAValueThatIsMisspelt(String right, String wrong, @TempDir Path folder)
      throws IOException {
    String text = Files.readString(ROOT.resolve("docker-compose.yml"));
    assertThat(text).contains(right);
    Path copy = Files.writeString(folder.resolve("copy.yml"), text.replace(right, wrong));

    assertThat(ComposeForms.faults(Yaml.documents(copy).get(0))).isNotEmpty();
  }

  @Test
  void shouldReferToWhatIsThere() {
    services.forEach(
        (name, service) -> {
          assertThat(networks(service)).as(name).isNotEmpty();
          assertThat(file.at("networks").keys()).as(name).containsAll(networks(service));
          dependencies(service)
              .forEach(
                  (other, condition) -> {
                    assertThat(services).as(name).containsKey(other);
                    if (condition.equals("service_healthy")) {
                      assertThat(services.get(other).has("healthcheck")).as(other).isTrue();
                    }
                  });
          for (String volume : service.texts("volumes")) {
            String source = volume.split(":", -1)[0];
            assertThat(ROOT.resolve(source)).as(name).exists();
          }
          assertNoCircle(name, new ArrayList<>());
        });
    assertThat(ROOT.resolve("Dockerfile")).exists();
  }

  @Test
  void shouldHaveOnlyVariablesThatComposeUnderstands() throws IOException {
    for (String line : Files.readAllLines(ROOT.resolve("docker-compose.yml"))) {
      String code = line.replaceAll("(^| )#.*", "");
      assertThat(VARIABLE.matcher(code).replaceAll("")).as(line).doesNotContain("$");
    }
  }

  @Test
  void shouldPublishOnLoopbackOfTheHostOnly() {
    services.forEach(
        (name, service) ->
            assertThat(service.texts("ports"))
                .as(name)
                .allMatch(port -> port.matches("127\\.0\\.0\\.1:\\d+:\\d+")));
  }

  @Test
  void shouldReadLikeThePicture() {
    assertThat(on("front")).containsExactlyInAnyOrder("httpd", "load");
    assertThat(on("web")).containsExactlyInAnyOrder("httpd", "web1", "web2");
    assertThat(on("business"))
        .hasSize(9)
        .contains("postgres", "web1", "web2")
        .filteredOn(name -> name.matches("business\\d"))
        .hasSize(6);
  }

  @Test
  void shouldStartNodesWithOptionsAndSettingsThatExist() {
    assertThat(nodes().values()).filteredOn(NodeLine::isBusiness).hasSize(6);
    assertThat(nodes()).hasSize(8);
    nodes().forEach((name, node) -> node.check());
  }

  @Test
  void shouldLetBusinessNodesFindEachOtherByOneNameAndPort() {
    Set<String> ports = new HashSet<>();
    nodes()
        .forEach(
            (name, node) -> {
              if (node.isBusiness()) {
                ports.add(node.option("--group-port"));
                String alias = node.environment().get("G2CL_PEERS_DNS");
                assertThat(services.get(name).at("networks").at("business").texts("aliases"))
                    .as(name)
                    .containsExactly(alias);
                assertThat(node.environment().get("HA_HOST")).isEqualTo(name);
              }
            });
    assertThat(ports).as("members found by a name have one port").hasSize(1);
    assertThat(dependencies(services.get("business1")))
        .as("it begins the group")
        .containsOnlyKeys("postgres");
    assertThat(dependencies(services.get("business2"))).containsKey("business1");
  }

  @Test
  void shouldAskNodesForTheirHealthWhereTheyTellIt() {
    nodes()
        .forEach(
            (name, node) -> {
              String port = node.option(node.isBusiness() ? "--status-port" : "--port");
              String path = node.isBusiness() ? "/health/ready" : "/health";
              assertThat(services.get(name).at("healthcheck").texts("test").get(1))
                  .as(name)
                  .endsWith(":" + port + path);
            });
  }

  @Test
  void shouldAskTheBalancerForAWebNodesHealth() {
    assertThat(services.get("httpd").at("healthcheck").texts("test").get(1))
        .contains("http://127.0.0.1:8088/health ");
    assertThat(dependencies(services.get("load"))).containsEntry("httpd", "service_healthy");
  }

  @Test
  void shouldLeadWebNodesToBusinessNodes() {
    nodes()
        .forEach(
            (name, node) -> {
              if (!node.isBusiness()) {
                for (String server : node.option("--servers").split(",", -1)) {
                  String[] address = server.split(":", -1);
                  assertThat(nodes().get(address[0]).option("--port")).isEqualTo(address[1]);
                }
                assertThat(services.get(name).at("networks").at("web").texts("aliases"))
                    .containsExactly(node.environment().get("HA_HOST"));
              }
            });
  }

  @Test
  void shouldBalanceTheWebNodesThatItStarts() throws IOException {
    String conf = Files.readString(Path.of("src/main/docker/httpd.conf"));
    Matcher members = MEMBER.matcher(conf);
    int count = 0;
    while (members.find()) {
      NodeLine web = nodes().get(members.group(3));
      assertThat(web.environment()).containsEntry("HA_HOST", members.group(1));
      assertThat(web.option("--port")).isEqualTo(members.group(2));
      count++;
    }
    assertThat(count).isEqualTo(2);
    assertThat(conf).contains("Listen 0.0.0.0:8088");
    assertThat(services.get("httpd").texts("ports")).containsExactly("127.0.0.1:8080:8088");
    assertThat(services.get("load").texts("command")).contains("http://httpd:8088/shop/step");
  }

  @Test
  void shouldRunAsAUserWithoutRights() throws IOException {
    String image = Files.readString(ROOT.resolve("Dockerfile"));
    assertThat(image)
        .containsPattern("(?m)^USER [1-9]\\d*:[1-9]\\d*$")
        .contains("org.g2cl.loadtest.command.Main");
    assertThat(image.split("(?m)^FROM ", -1)).as("two stages").hasSize(3);
    nodes()
        .keySet()
        .forEach(
            name -> {
              assertThat(services.get(name).texts("cap_drop")).contains("ALL");
              assertThat(services.get(name).text("read_only")).isEqualTo("true");
            });
  }

  private Map<String, NodeLine> nodes() {
    Map<String, NodeLine> nodes = new HashMap<>();
    services.forEach(
        (name, service) -> {
          if (service.has("build")) {
            Map<String, String> environment = new HashMap<>();
            Yaml values = service.at("environment");
            values.keys().forEach(key -> environment.put(key, resolved(values.text(key))));
            nodes.put(name, new NodeLine(service.texts("command"), environment));
          }
        });
    return nodes;
  }

  private static String resolved(String value) {
    return value.startsWith("${G2CL_SECRET") ? "the-secret-of-the-nodes" : value;
  }

  private List<String> on(String network) {
    return services.keySet().stream()
        .filter(name -> networks(services.get(name)).contains(network))
        .toList();
  }

  private static List<String> networks(Yaml service) {
    return service.map().get("networks") instanceof List
        ? service.texts("networks")
        : service.at("networks").keys();
  }

  private static Map<String, String> dependencies(Yaml service) {
    Map<String, String> conditions = new HashMap<>();
    if (service.map().get("depends_on") instanceof List) {
      service.texts("depends_on").forEach(other -> conditions.put(other, "service_started"));
    } else {
      Yaml on = service.at("depends_on");
      on.keys().forEach(other -> conditions.put(other, on.at(other).text("condition")));
    }
    return conditions;
  }

  private void assertNoCircle(String name, List<String> way) {
    assertThat(way).as("waits for itself").doesNotContain(name);
    way.add(name);
    dependencies(services.get(name)).keySet().forEach(o -> assertNoCircle(o, new ArrayList<>(way)));
  }
}
