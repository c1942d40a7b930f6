package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.junit.jupiter.api.Test;

/**
 * Mistakes of administrators and beans: each ends in a sentence that names the setting and the
 * mend, or in CMI's own where ours is not reached; the server stops or goes on as stock would.
 */
abstract class BadInputContract {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String MANAGER = "org.g2cl.cmi.jonas.G2clClusterViewManager";
  private static final String OWN = "http://org.g2cl.cmi.jonas";
  private static final String STOCK = "http://org.ow2.cmi.controller.server.impl.jgroups";

  abstract String database() throws Exception;

  /** Java of the servers, null for that of the test. */
  String javaHome() {
    return null;
  }

  /** What a null reference says where the JDK names it, which Java 8 does not. */
  String nameOfNull() {
    return "getConfig()";
  }

  /** A mistake, and what the server has to say of it before it stops. */
  private record Mistake(String name, String manager, String file, List<String> messages) {
    static Mistake in(String element, String... messages) {
      return new Mistake("mistake", MANAGER, file(OWN, element), List.of(messages));
    }

    static String file(String namespace, String element) {
      return "<cmi xmlns=\"http://org.ow2.cmi.controller.common\" xmlns:c=\"%s\">%s</cmi>"
          .formatted(namespace, element);
    }
  }

  private static String config(String attributes) {
    return "<c:config groupName=\"bad\" adminEnabled=\"true\" bindAddress=\"127.0.0.1\" %s/>"
        .formatted(attributes);
  }

  private List<Mistake> mistakes() {
    return List.of(
        new Mistake(
            "wrong class",
            "org.g2cl.cmi.jonas.G2clViewManager",
            Mistake.file(OWN, config("")),
            List.of(
                "Cannot load the class implementing a server-side manager",
                "org.g2cl.cmi.jonas.G2clViewManager")),
        new Mistake(
            "another class",
            "org.g2cl.cmi.jonas.G2clHaService",
            Mistake.file(OWN, config("")),
            List.of("cannot be cast to ", "ClusterViewManager")),
        new Mistake(
            "stock's namespace",
            MANAGER,
            Mistake.file(STOCK, "<c:config groupName=\"bad\"/>"),
            List.of("No mapping found for namespace", "impl.jgroups")),
        Mistake.in("", "NullPointerException", nameOfNull()),
        Mistake.in(config("peer=\"127.0.0.1:1\""), "found for parameter 'peer'"),
        Mistake.in(
            config("confFileName=\"udp.xml\""),
            "stack file 'udp.xml' cannot be used: its transport is UDP",
            "set peers="),
        Mistake.in(
            config("confFileName=\"empty.xml\""),
            "stack file 'empty.xml' cannot be read as XML",
            "leave it out and set peers"),
        Mistake.in(
            config("engine=\"jgroups\""),
            "engine is 'jgroups', and there is no such engine here; write one of [jgroups4, spread]"),
        Mistake.in(
            config("confFileName=\"nowhere.xml\""),
            "confFileName is 'nowhere.xml', which is neither in the directory",
            "correct it, or leave it out and set peers"),
        Mistake.in(
            config("confFileName=\"sasl.xml\""),
            "stack file 'sasl.xml' cannot be used: it has SASL",
            "set g2cl.secret-file on all servers"),
        Mistake.in(
            config("loadFactor=\"high\""),
            "loadFactor is 'high' in the element config; it must be a whole number"),
        Mistake.in(
            config("bindPort=\"78oo\" peers=\"127.0.0.1:1\""),
            "bindPort (g2cl.bind-port) is '78oo'; it must be a whole number"),
        Mistake.in(
            config("bindPort=\"TAKEN\""),
            "cannot listen on 127.0.0.1:",
            "'bindPort'",
            "Choose a free port"),
        Mistake.in(
            config("bindPort=\"7800\" peers=\"127.0.0.1\""),
            "peers is '127.0.0.1'; '127.0.0.1' must be host:port"));
  }

  @Test
  void shouldStopWithSentenceThatSaysWhatIsWrong() throws Exception {
    List<Mistake> mistakes = mistakes();
    Path work = Ours.work(getClass()).resolve("mistakes");
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        JonasBed bed = new JonasBed(Kind.G2CL, work, Ours.jar(), javaHome(), mistakes.size())) {
      Files.writeString(
          work.resolve("conf/udp.xml"), "<config><UDP mcast_addr=\"224.0.0.35\"/><PING/></config>");
      Files.writeString(work.resolve("conf/empty.xml"), "");
      Files.writeString(
          work.resolve("conf/sasl.xml"),
          "<config><TCP bind_addr=\"127.0.0.1\" bind_port=\"7800\"/>"
              + "<TCPPING initial_hosts=\"127.0.0.1[7800]\"/><SASL/></config>");
      List<Node> servers = new ArrayList<>();
      for (Mistake mistake : mistakes) {
        String file = "mistake" + servers.size() + ".xml";
        Files.writeString(
            work.resolve("conf").resolve(file),
            mistake.file().replace("TAKEN", Integer.toString(other.getLocalPort())));
        bed.with("cmi.conf.filename", file).with("sample.view.manager", mistake.manager());
        servers.add(bed.startServer(servers.size()));
      }
      for (int i = 0; i < servers.size(); i++) {
        Node server = servers.get(i);
        for (String message : mistakes.get(i).messages()) {
          awaitLine(server, message);
        }
        await().atMost(PATIENCE).until(() -> !server.isAlive());
        assertThat(server.output()).doesNotContain("READY");
      }
    }
  }

  @Test
  void shouldGoOnAndSayWhatIsMissing() throws Exception {
    Path work = Ours.work(getClass()).resolve("missing");
    try (JonasBed bed = new JonasBed(Kind.G2CL, work, Ours.jar(), javaHome(), 2)) {
      bed.with("sample.database", database()).with("sample.transaction.table", "jdbc_missing");
      Node server = bed.server(0);
      awaitLine(server, "alone in group 'sample': none of the peers");
      Node client = bed.client(1);
      client.ask("create a");
      client.ask("insert a 1 P1");
      assertThat(client.ask("checkout a 2")).isEqualTo("OK 1");
      awaitLine(server, "jonas.service.ha.datasource is 'jdbc_missing'");
      awaitLine(server, "Name a data source that JNDI knows");

      assertThat(client.ask("spoil a")).startsWith("OK");
      awaitLine(server, "java.lang.Object");
      awaitLine(server, "Make it serializable, or transient");
      assertThat(client.ask("insert a 3 P1")).as("goes on as with stock").isEqualTo("OK 1");
    }
  }

  private static void awaitLine(Node server, String text) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(server.output()).contains(text));
  }
}
