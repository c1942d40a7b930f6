package org.g2cl.sample.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CartDatabaseTest {

  @Test
  void shouldMakeTheTablesOnceAndLeaveThemAloneAfterwards() {
    CartDatabase database = CartDatabase.at("jdbc:h2:mem:twice;DB_CLOSE_DELAY=-1", "sa", "");
    database.create();
    database.create();

    assertThat(database.orders()).isEmpty();
  }

  @Test
  void shouldPrintNoTraceOfH2WhenItsFilesCannotBeWritten(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (PrintStream recorder = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setErr(recorder);
      assertThatThrownBy(() -> CartDatabase.at("jdbc:h2:" + file + "/shop", "sa", "").create())
          .isInstanceOf(CartDatabaseException.class)
          .hasMessageContaining("Check the URL");
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("\tat ");
  }

  @Test
  void shouldRefuseAUrlOfAnotherDatabase() {
    assertThatThrownBy(() -> CartDatabase.at("jdbc:mysql://127.0.0.1/cart", "u", "p"))
        .isInstanceOf(CartDatabaseException.class)
        .hasMessageContaining("jdbc:mysql://127.0.0.1/cart")
        .hasMessageContaining("must begin with jdbc:postgresql:");
  }

  @Test
  void shouldSayWhichUserAndUrlWhenTheyAreWrong() {
    CartDatabase.at("jdbc:h2:mem:locked;DB_CLOSE_DELAY=-1", "sa", "secret").create();

    assertThatThrownBy(
            () -> CartDatabase.at("jdbc:h2:mem:locked;DB_CLOSE_DELAY=-1", "sa", "no").create())
        .isInstanceOf(CartDatabaseException.class)
        .hasMessageContaining("jdbc:h2:mem:locked")
        .hasMessageContaining("'sa'")
        .hasMessageContaining("Check user and password");
  }

  @Test
  void shouldHideThePasswordWhenTheUrlIsRefusedByItselfOrTheDriver() {
    assertThatThrownBy(() -> CartDatabase.at("jdbc:mysql://me:hush@127.0.0.1/cart", "", ""))
        .hasMessageContaining("jdbc:mysql:***@127.0.0.1/cart")
        .hasMessageNotContaining("hush");
    assertThatThrownBy(() -> CartDatabase.at("jdbc:postgresql://me:hush@127.0.0.1/cart", "", ""))
        .hasMessageContainingAll("//me:***@127.0.0.1/cart", "before the host", "?user=NAME")
        .hasMessageNotContaining("hush");
    String noPort = "jdbc:postgresql://127.0.0.1:1x/cart?user=me&password=hush";
    assertThatThrownBy(() -> CartDatabase.at(noPort, "", "").create())
        .isInstanceOf(CartDatabaseException.class)
        .hasMessageContaining("127.0.0.1:1x/cart?user=me&password=***")
        .hasMessageNotContaining("hush");
  }

  @Test
  void shouldSayThatNobodyListensAndHideThePassword() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/cart?password=hush";

    assertThatThrownBy(() -> CartDatabase.at(url, "cart", "hush").create())
        .isInstanceOf(CartDatabaseException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageContaining("Check host and port")
        .hasMessageNotContaining("hush");
  }
}
