package org.g2cl.cmi.tomee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.Catalogue;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client whose server is cut off from two others, with real servers and our client. */
class MinorityTest {
  private static final String SHIPPED = "/org/g2cl/jgcs/jgroups/tcp.xml";
  private static final String ABOVE_TRANSPORT = "<TCPPING";

  /** Far less than {@code g2cl.call-timeout}, for which a call waits while that may help. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** For the majority, which may notice later that the others are gone. */
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path folder;
  private final List<CatalogueProcess> nodes = new ArrayList<>();
  private Context context;

  @BeforeEach
  void start() throws Exception {
    Path stack = folder.resolve("stack.xml");
    Files.writeString(stack, stack());
    int[] ports = {FreePorts.next(), FreePorts.next(), FreePorts.next()};
    String peers = "127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d".formatted(ports[0], ports[1], ports[2]);
    for (int port : ports) {
      nodes.add(CatalogueProcess.start(folder, port, peers, stack));
    }
  }

  private static String stack() throws IOException {
    try (InputStream shipped = MinorityTest.class.getResourceAsStream(SHIPPED)) {
      String stack = new String(shipped.readAllBytes(), UTF_8);
      return stack.replace(
          ABOVE_TRANSPORT, "<" + CutOff.class.getName() + "/>\n  " + ABOVE_TRANSPORT);
    }
  }

  @SuppressWarnings("BanJNDI") // what a client does
  private Catalogue newCatalogue() throws NamingException {
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, nodes.get(0).member());
    context = new InitialContext(environment);
    return (Catalogue) context.lookup("CatalogueRemote");
  }

  @AfterEach
  void stop() throws NamingException {
    if (context != null) {
      context.close();
    }
    nodes.forEach(CatalogueProcess::close);
  }

  @Test
  void shouldRefuseAtOnceSoThatTheClientGoesOnInTheMajorityWithItsState() throws Exception {
    Catalogue catalogue = newCatalogue();
    catalogue.fill(3, true);
    catalogue.rename(1, "before the cut");
    CatalogueProcess owner = serverOf(catalogue);
    var atOwner = new EjbdClient(owner.location(), "CatalogueRemote", Catalogue.class);
    String other = atOwner.create(EjbdClient.newId());

    cutOff(owner.member());
    owner.awaitMinority();

    long asked = System.nanoTime();
    assertThatThrownBy(() -> atOwner.call(other, "fill", 3, true))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("are not the majority of its group");
    assertThat(since(asked)).isLessThan(AT_ONCE);
    long called = System.nanoTime();
    assertThat(catalogue.rename(1, "after the cut")).isEqualTo("before the cut");
    assertThat(since(called)).isLessThan(SOON);
    assertThat(serverOf(catalogue)).isNotEqualTo(owner);

    cutOff("");
    assertThat(catalogue.name(1)).isEqualTo("after the cut");
  }

  private CatalogueProcess serverOf(Catalogue catalogue) {
    long process = catalogue.process();
    return nodes.stream().filter(node -> node.isProcess(process)).findAny().orElseThrow();
  }

  /** From the others; empty for none. */
  private void cutOff(String member) throws IOException {
    for (CatalogueProcess node : nodes) {
      node.cutOff(member);
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
