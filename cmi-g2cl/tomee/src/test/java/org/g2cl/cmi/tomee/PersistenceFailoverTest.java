package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.g2cl.cmi.tomee.store.Death;
import org.g2cl.cmi.tomee.store.Store;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The first node dies in the middle of a call that writes a row by EclipseLink. */
class PersistenceFailoverTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void shouldHaveTheRowOnceAndTheStateWithItWhenTheCallIsSentAgainElsewhere(Death death)
      throws Exception {
    try (BasketPair nodes = BasketPair.start(folder, Application.STORE, death)) {
      var atA = new EjbdClient(nodes.a().location(), "StoreRemote", Store.class);
      var atB = new EjbdClient(nodes.b().location(), "StoreRemote", Store.class);
      String store = atA.create(EjbdClient.newId());
      String id = EjbdClient.newId();

      String method = death == Death.BEFORE_THE_COMMIT ? "buyAndFlush" : "buy";

      assertThatThrownBy(() -> atA.repeat(id, store, method, "pen"))
          .isInstanceOf(RemoteException.class);
      assertThat(nodes.a().awaitEnd()).as("killed").isEqualTo(137);
      assertThat(nodes.database().count("purchases"))
          .isEqualTo(death == Death.AFTER_THE_COMMIT ? 1 : 0);

      assertThat(eventually(atB, id, store, method)).isEqualTo(1);
      assertThat(nodes.database().count("purchases")).isEqualTo(1);
      assertThat(atB.call(store, "items")).isEqualTo(List.of("pen"));
      assertThat(atB.call(store, "buy", "ink")).isEqualTo(2);
      assertThat(atB.call(store, "rows")).isEqualTo(2L);
    }
  }

  private static Object eventually(EjbdClient client, String id, String store, String method) {
    return Awaitility.await("call repeated at b")
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> client.repeat(id, store, method, "pen"), answer -> true);
  }
}
