package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.g2cl.sample.jonas.client.LoginClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Stored responses and who asks for them, by the code that GenIC makes: it hands them out before it
 * looks at the caller.
 */
class LoginTest {
  private JonasBed bed;
  private Node client;

  @BeforeEach
  void start() throws Exception {
    bed = new JonasBed(Kind.G2CL, Ours.work(getClass()), Ours.jar(), null, 2);
    bed.with(LoginClient.security(), "");
    JonasBed.awaitReady(bed.startServer(0), bed.startServer(1));
    client =
        bed.client("client", LoginClient.class.getName(), bed.urls(2)); // its session has number 1
    client.await("READY", 90);
  }

  @AfterEach
  void stop() {
    if (bed != null) {
      bed.close();
    }
  }

  private String take(String login, int server, int request) {
    return client.ask("take " + login + " " + bed.port(server) + " 1 " + request);
  }

  @Test
  void shouldGiveStoredResponsesToTheLoginOnlyWhoseCallsTheyAnswer() {
    assertThat(client.ask("insert zoe 1")).isEqualTo("OK 1");
    assertThat(client.ask("insert zoe 2")).isEqualTo("OK 2");

    for (int server = 0; server < 2; server++) {
      assertThat(take("eve", server, 0)).startsWith("FAILED").contains("was another caller's");
      assertThat(take("eve", server, 1)).startsWith("FAILED").contains("was another caller's");
      assertThat(take("zoe", server, 1)).as("the same, sent again").isEqualTo("OK 2");
    }
    assertThat(client.ask("insert zoe 3")).as("nothing was executed").isEqualTo("OK 3");
  }
}
