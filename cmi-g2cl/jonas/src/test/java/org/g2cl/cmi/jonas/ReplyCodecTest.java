package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyCodecTest {
  private final ReplyCodec replies = new ReplyCodec(new ValueCodec(new ClassAllowList(List.of())));

  @Test
  void shouldGiveBackWhatWasAnswered() throws IOException {
    List<Object> answers = new ArrayList<>();
    answers.add(null);
    answers.add(7);
    answers.add(Integer.MIN_VALUE);
    answers.add(Long.MAX_VALUE);
    answers.add(true);
    answers.add(false);
    answers.add("");
    answers.add("Größe 鯨 \uD83D\uDC0B");
    answers.add("half of a character: \uD83D");
    answers.add(BigDecimal.TEN);
    answers.add(new ArrayList<>(List.of("a", 1)));
    for (Object answer : answers) {
      assertThat(replies.read(replies.write(answer))).isEqualTo(answer);
      assertThat(ReplyCodec.isRolledBack(replies.write(answer))).isFalse();
    }
  }

  @Test
  void shouldBeShortForWhatMostMethodsReturn() throws IOException {
    assertThat(replies.write(7)).hasSize(5);
    assertThat(replies.write("seven")).hasSize(6);
  }

  @Test
  void shouldRefuseWhatIsCutOff() throws IOException {
    byte[] cut = java.util.Arrays.copyOf(replies.write(7), 3);
    assertThatThrownBy(() -> replies.read(cut)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> replies.read(new byte[0])).isInstanceOf(IOException.class);
    assertThat(ReplyCodec.isRolledBack(new byte[0])).isFalse();
  }
}
