package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.sample.tomee.beans.Diary;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions that do not fit into the memory given to them. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class PassivationTest {
  private static final int DIARIES = 4;
  private static final int BYTES = 60_000;

  @ArquillianResource private ContainerController controller;

  @Test
  void shouldLeaveMemoryForAFileAndComeBackWhenItIsCalled() throws Exception {
    var cluster = new Cluster(controller);
    cluster.start();
    List<Diary> diaries = new ArrayList<>();
    for (int i = 0; i < DIARIES; i++) {
      Diary diary = cluster.lookupAtFirst(Diary.class, "DiaryRemote");
      diary.write("page of " + i);
      diary.keepBytes(BYTES);
      diaries.add(diary);
    }
    TomEE server = cluster.bed().at(diaries.get(0).server());
    await("files of states")
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(server.stateFiles(BYTES)).hasSizeGreaterThanOrEqualTo(2));

    assertThat(diaries.get(DIARIES - 1).passivations()).isPositive();
    for (int i = 0; i < DIARIES; i++) {
      assertThat(diaries.get(i).pages()).containsExactly("page of " + i);
      assertThat(diaries.get(i).keeps()).isTrue();
    }
    // the first was asked for its server last of all, so it may have stayed
    assertThat(diaries.get(1).life()).last().asString().startsWith("activated at ");
    diaries.forEach(Diary::close);
    await("files of removed sessions")
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(server.stateFiles(BYTES)).isEmpty());
  }
}
