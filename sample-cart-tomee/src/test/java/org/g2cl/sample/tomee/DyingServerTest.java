package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.g2cl.sample.tomee.beans.Diary;
import org.g2cl.sample.tomee.beans.Halt;
import org.g2cl.sample.tomee.beans.Order;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server dies in the middle of a call, and the client notices nothing. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class DyingServerTest {
  @ArquillianResource private ContainerController controller;
  private Cluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new Cluster(controller);
    cluster.start();
    cluster.bed().update("DELETE FROM orders");
  }

  private void letDie(TomEE server, String point) throws Exception {
    Files.createFile(Halt.order(server.home(), point));
  }

  @Test
  void shouldMakeTheSessionElsewhereWhenTheServerDiesMakingIt() throws Exception {
    TomEE next = cluster.bed().at(cluster.lookupAtFirst(Diary.class, "DiaryRemote").server());
    letDie(next, "creation");

    Diary diary = cluster.lookupAtFirst(Diary.class, "DiaryRemote");

    TomEE survivor = cluster.bed().otherThan(next);
    assertThat(next.runs()).as("server that was to die").isFalse();
    assertThat(diary.write("one")).isEqualTo(1);
    assertThat(diary.life()).containsExactly("made at " + survivor.location());
  }

  @Test
  void shouldWriteTheRowOnceWhenTheServerDiesBeforeTheCommit() throws Exception {
    shouldWriteTheRowOnce("before-commit");
  }

  @Test
  void shouldWriteTheRowOnceWhenTheServerDiesAfterTheCommit() throws Exception {
    shouldWriteTheRowOnce("after-commit");
  }

  private void shouldWriteTheRowOnce(String point) throws Exception {
    Order order = cluster.lookup(Order.class, "OrderRemote");
    assertThat(order.place("first")).isEqualTo(1);
    TomEE owner = cluster.bed().at(order.server());
    letDie(owner, point);

    assertThat(order.place("second")).isEqualTo(2);

    assertThat(owner.runs()).as("server that was to die").isFalse();
    assertThat(order.placed()).containsExactly("first", "second");
    assertThat(order.place("third")).isEqualTo(3);
    assertThat(cluster.bed().orders()).containsExactly("first", "second", "third");
  }
}
