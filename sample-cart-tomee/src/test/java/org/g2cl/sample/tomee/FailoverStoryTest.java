package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.NoSuchEJBException;
import org.g2cl.sample.tomee.beans.Diary;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server is killed, and its sessions go on at the other. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class FailoverStoryTest {
  @ArquillianResource private ContainerController controller;
  private Cluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new Cluster(controller);
    cluster.start();
  }

  @Test
  void shouldGoOnAtTheOtherServerWhenOneIsKilled() throws Exception {
    Diary diary = cluster.lookup(Diary.class, "DiaryRemote");
    assertThat(diary.write("one")).isEqualTo(1);
    assertThat(diary.write("two")).isEqualTo(2);
    String owner = diary.server();

    TomEE survivor = cluster.kill(owner);

    assertThat(diary.write("three")).isEqualTo(3);
    assertThat(diary.server()).isEqualTo(survivor.location());
    assertThat(diary.pages()).containsExactly("one", "two", "three");
    assertThat(diary.life())
        .containsExactly("made at " + owner, "activated at " + survivor.location());
    diary.close();
    assertThat(cluster.bed().orders()).containsOnlyOnce("destroyed [one, two, three]");
    assertThatThrownBy(diary::pages).isInstanceOf(NoSuchEJBException.class);
  }
}
