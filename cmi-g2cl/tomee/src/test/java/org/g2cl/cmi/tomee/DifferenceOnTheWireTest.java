package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.shop.Catalogue;
import org.g2cl.cmi.tomee.shop.CatalogueBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a call of a bean of 100 KB sends to its backup: a node, and a member without beans, with
 * JGroups and a secret between them.
 */
class DifferenceOnTheWireTest {
  private static final int LINES = 1_024;
  private static final int WHOLE = 100_000;
  private static final int MOST = 2_048;

  /**
   * More than what goes with a change, the answer to it included: 252 bytes on both ways by the
   * kernel's count.
   */
  private static final int AROUND = 300;

  private static final String AROUND_IT =
      "bytes of the change, besides the headers of JGroups and of the dispatcher, the envelope and"
          + " tag of the secret, and the answer: at most %d".formatted(AROUND);

  private static EmbeddedBusinessNode node;
  private static HaService backup;
  private static EjbdClient client;

  @BeforeAll
  static void start() throws Exception {
    int first = FreePorts.next();
    int second = FreePorts.next();
    String peers = "127.0.0.1:" + first + ",127.0.0.1:" + second;
    node =
        EmbeddedBusinessNode.builder()
            .classes(CatalogueBean.class)
            .ha(settings(first, peers))
            .start();
    backup = ContainerGroup.of(HaService.start(settings(second, peers))).service();
    HaService owner = node.ha().orElseThrow();
    Awaitility.await("both read the newest form")
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> owner.status().nodes().size() == 2 && owner.everyMemberReads(MemberForms.NEWEST));
    client = new EjbdClient(node.location(), "CatalogueRemote", Catalogue.class);
  }

  private static HaSettings settings(int port, String peers) throws IOException {
    return HaSettings.builder()
        .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
        .set(HaSetting.BIND_PORT, port)
        .set(HaSetting.PEERS, peers)
        .set(HaSetting.SECRET, "the-secret-of-the-nodes")
        .build();
  }

  @AfterAll
  static void stop() {
    if (backup != null) {
      backup.close();
    }
    if (node != null) {
      node.close();
    }
  }

  private static long sent() {
    return node.ha().orElseThrow().propagation().status().replicatedBytes();
  }

  /** Bytes that a call has sent to the backup. */
  private static long call(String catalogue, String method, Object... arguments) throws Exception {
    long before = sent();
    client.call(catalogue, method, arguments);
    return sent() - before;
  }

  /** Catalogue of which the backup has the whole state. */
  private static String filled(boolean alsoByNumber) throws Exception {
    String catalogue = client.create(EjbdClient.newId());
    assertThat(call(catalogue, "fill", LINES, alsoByNumber)).isBetween((long) WHOLE, 2L * WHOLE);
    return catalogue;
  }

  @Test
  void shouldSendAtMost2KbWhenOneFieldOfABeanOf100KbGrows() throws Exception {
    String catalogue = filled(true);

    long sent = call(catalogue, "rename", LINES / 2, "longer ".repeat(20));

    assertThat(sent).as(AROUND_IT).isPositive().isLessThan(MOST - AROUND);
    assertThat(client.call(catalogue, "name", LINES / 2)).isEqualTo("longer ".repeat(20));
  }

  @Test
  void shouldSendAtMost2KbForOneMoreLineInTheMiddleOfABeanOf100Kb() throws Exception {
    String catalogue = filled(false);

    long sent = call(catalogue, "insert", LINES / 2, "one more line");

    assertThat(sent).as(AROUND_IT).isPositive().isLessThan(MOST - AROUND);
    assertThat(client.call(catalogue, "name", LINES / 2)).isEqualTo("one more line");
  }

  /** It stands between two references to each of these lines, which counts what is between. */
  @Test
  void shouldSendThreeBytesMoreForEachLineBeforeANewOneWhenAMapHoldsThemToo() throws Exception {
    String catalogue = filled(true);

    long first = call(catalogue, "insert", 0, "one more line");
    long last = call(catalogue, "insert", LINES, "one more line");

    assertThat(first).as(AROUND_IT).isPositive().isLessThan(MOST - AROUND);
    assertThat(last - first).isBetween(2L * LINES, 3L * LINES + 100);
  }
}
