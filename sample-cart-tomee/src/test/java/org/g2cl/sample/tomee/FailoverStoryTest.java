package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.NoSuchEJBException;
import org.g2cl.sample.tomee.beans.Vault;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server is killed once, and all its sessions go on at the other. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class FailoverStoryTest {
  private static Scene scene;

  @ArquillianResource private ContainerController controller;

  @BeforeEach
  void play() throws Exception {
    if (scene == null) {
      var cluster = new Cluster(controller);
      cluster.start();
      scene = Scene.play(cluster);
    }
  }

  @Test
  void shouldGoOnWithItsStateUntilItIsRemoved() throws Exception {
    assertThat(scene.diary().write("three")).isEqualTo(3);
    assertThat(scene.diary().server()).isEqualTo(scene.survivor().location());
    assertThat(scene.diary().pages()).containsExactly("one", "refused", "three");
    assertThat(scene.diary().life())
        .as("a slow machine may have moved it before the kill, too")
        .startsWith(scene.made())
        .endsWith("activated at " + scene.survivor().location());
    scene.diary().close();
    assertThat(scene.cluster().bed().orders()).containsOnlyOnce("destroyed [one, refused, three]");
    assertThatThrownBy(scene.diary()::pages).isInstanceOf(NoSuchEJBException.class);
  }

  @Test
  void shouldKnowTheCallerAndItsRoles() throws Exception {
    assertThat(scene.vault().deposit(30)).isEqualTo(60);
    assertThat(scene.vault().caller()).isEqualTo("anna");
    assertThat(scene.vault().maker()).isEqualTo("anna");
    assertThat(scene.vault().server()).isEqualTo(scene.survivor().location());
    assertThatThrownBy(scene.vault()::empty).isInstanceOf(EJBAccessException.class);
    Vault stranger = scene.cluster().lookup(Vault.class, "VaultRemote");
    assertThatThrownBy(() -> stranger.deposit(1)).isInstanceOf(EJBAccessException.class);
  }

  @Test
  void shouldKeepWhatTransactionsOfTheContainerLeft() throws Exception {
    assertThat(scene.ledger().rows())
        .as("fields are not rolled back")
        .containsExactly("required", "new", "none", "marked", "audited", "thrown");
    assertThat(scene.ledger().events())
        .containsExactly(
            "begin",
            "before",
            "committed",
            "begin",
            "before",
            "committed",
            "begin",
            "rolled back",
            "begin",
            "rolled back",
            "begin",
            "rolled back");
    assertThat(scene.ledger().required("after")).isEqualTo(7);
    assertThat(scene.cluster().bed().orders())
        .contains("required", "new", "none", "audited of another", "after")
        .doesNotContain("marked", "audited", "thrown");
  }

  @Test
  void shouldKeepWhatTransactionsOfTheBeanLeft() throws Exception {
    assertThat(scene.own().rows()).containsExactly("own", "own, rolled back");
    assertThat(scene.own().required("own, after")).isEqualTo(3);
    assertThat(scene.cluster().bed().orders())
        .contains("own", "own, after")
        .doesNotContain("own, rolled back");
  }
}
