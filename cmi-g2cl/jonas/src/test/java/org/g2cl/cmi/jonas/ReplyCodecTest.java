package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Members of several builds keep them for each other. */
  @Test
  void shouldWriteEachFormAsItWasEverWritten() throws IOException {
    Map<String, byte[]> golden = new LinkedHashMap<>();
    golden.put("00", replies.write(null));
    golden.put("02", ReplyCodec.rolledBack());
    golden.put("03" + "c3a9", replies.write("\u00e9"));
    golden.put("04" + "00000007", replies.write(7));
    golden.put("05" + "0000000000000007", replies.write(7L));
    golden.put("0601", replies.write(true));
    golden.put("0600", replies.write(false));
    golden.put("07", ReplyCodec.failed());
    golden.put("08", ReplyCodec.lost());
    golden.put("09", ReplyCodec.inPart());
    golden.put("0a", ReplyCodec.inDoubt());
    golden.put(
        "0b" + "00000002" + "c3a9" + "0601", ReplyCodec.forCaller("\u00e9", replies.write(true)));
    golden.forEach(
        (bytes, written) -> assertThat(HexFormat.of().formatHex(written)).isEqualTo(bytes));
    assertThat(HexFormat.of().formatHex(replies.write(BigDecimal.TEN))).startsWith("01aced0005");
  }

  @Test
  void shouldGiveAnAnswerForOneCallerToNoOtherWhateverItsBytes() throws IOException {
    byte[] reply = ReplyCodec.forCaller("ann", replies.write(7));
    assertThat(replies.read(reply)).isEqualTo(7);
    assertThat(ReplyCodec.isAnswer(reply)).isTrue();
    assertThat(ReplyCodec.isFor(Optional.of("ann"), reply)).isTrue();
    assertThat(ReplyCodec.isFor(Optional.of("eve"), reply)).isFalse();
    assertThat(ReplyCodec.isFor(Optional.empty(), reply)).isFalse();
    for (int length = 1; length < reply.length; length++) {
      byte[] cut = Arrays.copyOf(reply, length);
      assertThat(ReplyCodec.isFor(Optional.of("eve"), cut)).isFalse();
      assertThatThrownBy(() -> replies.read(cut)).isInstanceOf(IOException.class);
    }
    byte[] twice = ReplyCodec.forCaller("eve", reply);
    assertThatThrownBy(() -> replies.read(twice)).hasMessageContaining("for two callers");
  }

  @Test
  void shouldRefuseWhatIsCutOff() throws IOException {
    byte[] cut = Arrays.copyOf(replies.write(7), 3);
    assertThatThrownBy(() -> replies.read(cut)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> replies.read(new byte[0])).isInstanceOf(IOException.class);
    assertThat(ReplyCodec.isRolledBack(new byte[0])).isFalse();
  }
}
