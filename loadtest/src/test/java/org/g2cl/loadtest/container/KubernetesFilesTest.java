package org.g2cl.loadtest.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.cmi.core.HaSetting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The files for Kubernetes against the code; nothing here talks to a cluster. */
class KubernetesFilesTest {
  private static final Path FILE = Path.of("../docs/howto/kubernetes/cluster.yaml");
  private static final Map<String, String> KINDS =
      Map.of(
          "Service", "v1",
          "StatefulSet", "apps/v1",
          "Deployment", "apps/v1",
          "PodDisruptionBudget", "policy/v1",
          "NetworkPolicy", "networking.k8s.io/v1");

  private List<Yaml> documents;
  private Yaml members;
  private Yaml business;
  private Yaml web;

  @BeforeEach
  void read() throws IOException {
    documents = Yaml.documents(FILE);
    members = named("Service", "members").at("spec");
    business = named("StatefulSet", "business").at("spec");
    web = named("Deployment", "web").at("spec");
  }

  @Test
  void shouldHaveKindsOfTheVersionThatTheyAreIn() {
    for (Yaml document : documents) {
      assertThat(document.keys())
          .containsExactlyInAnyOrder("apiVersion", "kind", "metadata", "spec");
      assertThat(document.text("apiVersion")).isEqualTo(KINDS.get(document.text("kind")));
    }
  }

  @Test
  void shouldStartNodesWithOptionsAndSettingsThatExist() {
    line(business, "business-0").check();
    line(web, "web-5d").check();
  }

  @Test
  void shouldFindMembersByTheHeadlessService() {
    assertThat(members.text("clusterIP")).isEqualTo("None");
    assertThat(members.text("publishNotReadyAddresses")).isEqualTo("true");
    assertThat(business.text("serviceName")).isEqualTo("members");
    NodeLine node = line(business, "business-0");
    assertThat(node.environment())
        .containsEntry("G2CL_PEERS_DNS", "members")
        .containsEntry("HA_HOST", "business-0.members");
    assertThat(members.at("selector").map())
        .isEqualTo(business.at("template").at("metadata").at("labels").map());
    assertThat(line(web, "web-5d").option("--servers").split(",", -1))
        .allMatch(server -> server.matches("business-\\d\\.members:" + node.option("--port")));
  }

  @Test
  void shouldAskForHealthWhereItIsTold() {
    Yaml node = container(business);
    NodeLine line = line(business, "business-0");
    assertThat(port(node, "status")).isEqualTo(line.option("--status-port"));
    assertThat(port(node, "ejbd")).isEqualTo(line.option("--port"));
    assertThat(port(node, "group")).isEqualTo(line.option("--group-port"));
    assertThat(probe(node, "readinessProbe")).isEqualTo("/health/ready at status");
    assertThat(probe(node, "livenessProbe")).isEqualTo("/health/live at status");
    assertThat(probe(node, "startupProbe")).isEqualTo("/health/live at status");
    assertThat(port(container(web), "http")).isEqualTo(line(web, "web-5d").option("--port"));
    assertThat(probe(container(web), "readinessProbe")).isEqualTo("/health at http");
    assertThat(business.at("template").at("metadata").at("annotations").text("prometheus.io/port"))
        .isEqualTo(line.option("--status-port"));
  }

  @Test
  void shouldGiveNodesTheTimeToHandOver() {
    Duration leave = Duration.parse(HaSetting.LEAVE_TIMEOUT.defaultValue());
    long grace =
        Long.parseLong(business.at("template").at("spec").text("terminationGracePeriodSeconds"));
    assertThat(Duration.ofSeconds(grace)).isGreaterThan(leave);
    assertThat(named("PodDisruptionBudget", "business").at("spec").text("maxUnavailable"))
        .isEqualTo(HaSetting.BACKUPS.defaultValue());
  }

  @Test
  void shouldRunWithoutRights() {
    for (Yaml workload : List.of(business, web)) {
      Yaml pod = workload.at("template").at("spec");
      assertThat(pod.at("securityContext").text("runAsNonRoot")).isEqualTo("true");
      Yaml rights = container(workload).at("securityContext");
      assertThat(rights.text("allowPrivilegeEscalation")).isEqualTo("false");
      assertThat(rights.text("readOnlyRootFilesystem")).isEqualTo("true");
      assertThat(rights.at("capabilities").texts("drop")).containsExactly("ALL");
      List<String> volumes = pod.each("volumes").stream().map(v -> v.text("name")).toList();
      assertThat(container(workload).each("volumeMounts"))
          .allMatch(mount -> volumes.contains(mount.text("name")));
    }
  }

  private Yaml named(String kind, String name) {
    return documents.stream()
        .filter(document -> document.text("kind").equals(kind))
        .filter(document -> document.at("metadata").text("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Yaml container(Yaml workload) {
    return workload.at("template").at("spec").each("containers").get(0);
  }

  /** The command line with its environment, as the pod of that name gets them. */
  private static NodeLine line(Yaml workload, String pod) {
    Map<String, String> environment = new HashMap<>();
    for (Yaml variable : container(workload).each("env")) {
      String value = variable.has("value") ? variable.text("value") : from(variable, pod);
      for (Map.Entry<String, String> before : environment.entrySet()) {
        value = value.replace("$(" + before.getKey() + ")", before.getValue());
      }
      environment.put(variable.text("name"), value);
    }
    return new NodeLine(container(workload).texts("args"), environment);
  }

  private static String from(Yaml variable, String pod) {
    Yaml source = variable.at("valueFrom");
    if (source.has("secretKeyRef")) {
      return "secret";
    }
    return switch (source.at("fieldRef").text("fieldPath")) {
      case "metadata.name" -> pod;
      case "status.podIP" -> "10.0.0.7";
      default -> throw new AssertionError(source);
    };
  }

  private static String port(Yaml container, String name) {
    return container.each("ports").stream()
        .filter(port -> port.text("name").equals(name))
        .map(port -> port.text("containerPort"))
        .findFirst()
        .orElseThrow();
  }

  private static String probe(Yaml container, String kind) {
    Yaml get = container.at(kind).at("httpGet");
    return get.text("path") + " at " + get.text("port");
  }
}
