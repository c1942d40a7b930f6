package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.g2cl.sample.tomee.beans.Diary;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** States that cannot be replicated: the caller reads why, and the session goes on as it was. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class RefusedStateTest {
  @ArquillianResource private ContainerController controller;
  private Diary diary;

  @BeforeEach
  void open() throws Exception {
    var cluster = new Cluster(controller);
    cluster.start();
    diary = cluster.lookup(Diary.class, "DiaryRemote");
    diary.write("one");
  }

  @Test
  void shouldNameTheFieldThatIsNotSerializable() {
    shouldRefuse(
        () -> diary.keepThread(),
        "bean Diary: DiaryBean.held[0] is of class",
        "which is not serializable",
        "Make the class serializable, or the field transient");
  }

  @Test
  void shouldNameTheClassThatIsNotOnTheListAndTheSetting() {
    shouldRefuse(
        () -> diary.keepLevel(), "bean Diary", "java.util.logging.Level", "AllowedClasses");
  }

  @Test
  void shouldNameTheSizeTheLimitAndTheSettingWhenTheStateIsTooLarge() {
    shouldRefuse(() -> diary.keepBytes(300_000), "200000", "g2cl.max-state-bytes");
  }

  private void shouldRefuse(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).hasMessageContainingAll(parts);
    assertThat(diary.keeps()).as("state of before").isFalse();
    assertThat(diary.write("two")).isEqualTo(2);
  }
}
